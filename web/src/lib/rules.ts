/** Whether these rules are somebody's own: a text as TOML, and not a name. */
export const isOwn = (rules: string): boolean => /[\n=]/.test(rules);

/** The same rules without their language: `kniffel` for `kniffel@de`. Rules of one's own have none. */
export const ofNoLanguage = (rules: string): string => (isOwn(rules) ? rules : rules.split('@', 1)[0]!);
