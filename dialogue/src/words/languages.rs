//! The languages of the front ends: a file for each in `dialogue/languages`, with every text by its English.

use yahtzee_solver::language::Language;
use yahtzee_solver::{RuleSet, RulesError};

/// The languages beside English: the code of each and its file.
const LANGUAGES: [(&str, &str); 2] = [("de", include_str!("../../languages/de.toml")), ("sv", include_str!("../../languages/sv.toml"))];

/// The codes of the languages, with English.
pub fn codes() -> impl Iterator<Item = &'static str> {
    ["en"].into_iter().chain(LANGUAGES.into_iter().map(|(code, _)| code))
}

/// The language of this code; `None` for English, and for one that there is not.
///
/// ```
/// use yahtzee_dialogue::words::{languages, percent};
/// use yahtzee_solver::language;
/// language::set(languages::named("de"));
/// assert_eq!(percent(0.25), "25,00\u{a0}%");
/// assert_eq!(languages::named("tlh"), None);
/// ```
pub fn named(code: &str) -> Option<Language> {
    let (_, file) = LANGUAGES.into_iter().find(|(known, _)| *known == code)?;
    Some(Language::parse(file).expect("a test reads it"))
}

/// The rules with the names of their categories in this language, or without one in the current language. A language of the texts that has no
/// such names changes nothing.
///
/// # Errors
///
/// [`RulesError::UnknownLanguage`] for a language of neither.
pub fn rules_in(rules: RuleSet, language: Option<&str>) -> Result<RuleSet, RulesError> {
    match language.map(|language| language.trim().to_lowercase()) {
        None => Ok(rules.in_current_language()),
        Some(language) if codes().any(|code| code == language) && !rules.languages().contains(&*language) => Ok(rules),
        Some(language) => rules.in_language(&language),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use proc_macro2::{Delimiter, TokenStream, TokenTree};
    use yahtzee_solver::cards::RuleCard;
    use yahtzee_solver::rules::ColumnGame;

    use super::*;

    /// The folders of the sources with texts.
    const SOURCES: [&str; 7] =
        ["solver/rules/src", "solver/src", "columns/src", "dialogue/src", "advisor-cli/src", "web/engine/src", "python/src"];

    /// A text without its parts: `{}`, `{1}`.
    fn parts(text: &str) -> usize {
        text.split('{')
            .skip(1)
            .filter(|piece| piece.split_once('}').is_some_and(|(inner, _)| inner.bytes().all(|byte| byte.is_ascii_digit())))
            .count()
    }

    /// Adds the texts of every `tr!` below, except in tests.
    fn texts(tokens: TokenStream, found: &mut BTreeSet<String>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (index, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            let before = |back: usize| index.checked_sub(back).map(|index| tokens[index].to_string()).unwrap_or_default();
            if before(2) == "mod" && before(1).ends_with("tests") && group.delimiter() == Delimiter::Brace {
                continue;
            }
            let literals = group.stream().into_iter().map(|token| token.to_string()).filter(|token| token.starts_with('"'));
            match before(2).as_str() {
                "tr" if before(1) == "!" => found.extend(literals.take(1).map(|literal| content(&literal))),
                "counted" if before(1) == "!" => found.extend(literals.map(|literal| content(&literal))),
                _ => {}
            }
            texts(group.stream(), found);
        }
    }

    /// Adds the texts of a file of the page, which are literals: `tr("…")`, and `counted(count, "…", "…")`. The types there know that a call has a part for
    /// each `{}`; where there is one of something, its number may stand in the text.
    fn page_texts(source: &str, found: &mut BTreeSet<String>) {
        for (call, count) in [("tr(", 1), ("counted(", 2)] {
            for (at, _) in source.match_indices(call).filter(|(at, _)| !source[..*at].ends_with(char::is_alphanumeric)) {
                let mut rest = &source[at..];
                assert!(count == 2 || rest.starts_with("tr(\""), "no literal: {rest:.80}");
                let texts = Vec::from_iter((0..count).map(|_| {
                    rest = &rest[rest.find('"').unwrap()..];
                    let mut literals = serde_json::Deserializer::from_str(rest).into_iter::<String>();
                    let text = literals.next().unwrap().unwrap();
                    rest = &rest[literals.byte_offset()..];
                    text
                }));
                assert!(parts(&texts[0]) <= parts(&texts[count - 1]), "{texts:?}");
                found.extend(texts);
            }
        }
    }

    /// The text of a string literal.
    fn content(literal: &str) -> String {
        let joined: String =
            literal.split("\\\n").enumerate().map(|(line, text)| if line == 0 { text } else { text.trim_start() }).collect();
        serde_json::from_str(&joined.replace("\\'", "'")).unwrap_or_else(|error| panic!("{joined}: {error}"))
    }

    fn texts_below(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = entry.file_name().unwrap().to_str().unwrap();
            let source = || fs::read_to_string(&entry).unwrap();
            if entry.is_dir() {
                texts_below(&entry, found);
            } else if name.ends_with(".svelte") || name.ends_with(".ts") && !name.ends_with(".d.ts") {
                page_texts(&source(), found);
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                texts(source().parse().unwrap_or_else(|error| panic!("{}: {error}", entry.display())), found);
            }
        }
    }

    #[test]
    fn every_language_has_every_text_and_no_other() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut said = BTreeSet::new();
        for folder in SOURCES {
            texts_below(&root.join(folder), &mut said);
        }
        let of_program = said.len();
        texts_below(&root.join("web/src"), &mut said);
        assert!(of_program > 900 && said.len() > of_program + 300, "{of_program} texts, {} with the page's", said.len());
        let rules: Vec<RuleSet> = RuleSet::builtin_names().map(|name| RuleSet::builtin(name).unwrap()).collect();
        said.extend(rules.iter().flat_map(RuleSet::notes).cloned());
        let games: Vec<ColumnGame> = ColumnGame::builtin_names().map(|name| ColumnGame::builtin(name).unwrap()).collect();
        said.extend(games.iter().flat_map(ColumnGame::notes).cloned());
        said.extend(games.iter().flat_map(ColumnGame::columns).map(|column| column.title.clone()));
        let mut names: BTreeSet<String> = rules.iter().map(|rules| rules.title().to_owned()).collect();
        names.extend(games.iter().map(|game| game.title().to_owned()));
        names.extend(RuleCard::builtin_names().map(|name| RuleCard::builtin(name).unwrap().title));
        for (code, file) in LANGUAGES {
            let language = Language::parse(file).unwrap();
            assert_eq!(language.language, code);
            let missing: Vec<&String> = said.iter().filter(|text| !language.texts.contains_key(*text)).collect();
            let unused: Vec<&String> = language.texts.keys().filter(|text| !said.contains(*text) && !names.contains(*text)).collect();
            let unequal: Vec<_> = language.texts.iter().filter(|(english, text)| parts(english) != parts(text)).collect();
            assert!(
                missing.is_empty() && unused.is_empty() && unequal.is_empty(),
                "{code}: {}",
                [format!("missing: {missing:#?}"), format!("unused: {unused:#?}"), format!("other parts: {unequal:#?}"),].join("\n")
            );
        }
    }
}
