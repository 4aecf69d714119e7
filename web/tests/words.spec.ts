// The page in other languages has no English sentence.
import { expect, type Page } from '@playwright/test';
import { accessible, GAME, press, test, visit } from './page';

/** Words of English sentences that do not occur in the other languages. */
const ENGLISH = /\b(the|of|you|your|which|with|from|keep|keeping|reroll|score|points?|costs?|roll|turn|best|choice|open|none|nothing|first|second|hold|category|below|above|chance to|expected|certain)\b/i;

const LANGUAGES = {
  'de-DE': { against: 'Gewinnen gegen einen Endstand von 243', shared: { title: 'Yahtzee, Zehn vom 2026-10-05', lost: 'aufgegeben: 10 von 10' }, why: 'Warum?', roll: 'Würfeln', noRules: 'Es gibt keine Regeln', unreadable: 'Zeile 1: ', faults: { '1166x': '„x“ steht auf keinem Würfel: Es gibt 1 bis 6.', '1166 rerolls=1': '4 Würfel; das Spiel hat 5.', '11666 ones=3 twoos=2': 'Unbekanntes Feld „twoos“: Ist „Zweier“ gemeint? Es gibt Einser,', '11666 ones=7': 'Einser=7: Das bringt dort kein Wurf; möglich sind 0 bis 5.' }, line: 'Zeile 1: 4 Würfel; das Spiel hat 5.', giveUp: 'Aufgeben', answer: 'Antwort zeigen', luck: /Glück: mehr als in/, levels: 'fast perfekt unter 0,1', kinds: 'erste Auswahl', decides: 'Was entscheidet: ', costs: /kostet|Kostet/, same: /^zwei Spieler heißen „ann“/, play: 'Spielen', player: 'Spieler', add: /Spieler.*hinzu|Noch/, review: 'Ein Spiel ansehen', open: 'Öffnen' },
  'sv-SE': { against: 'Vinst mot ett slutresultat på 243', shared: { title: 'Yahtzee, tio från 2026-10-05', lost: 'uppgivna: 10 av 10' }, why: 'Varför?', roll: 'Slå', noRules: 'Det finns inga regler', unreadable: 'Rad 1: ', faults: { '1166x': '”x” finns inte på en tärning: där finns 1 till 6.', '1166 rerolls=1': '4 tärningar; spelet har 5.', '11666 ones=3 twoos=2': 'Okänd ruta ”twoos”: Menas ”Tvåor”? Det finns Ettor,', '11666 ones=7': 'Ettor=7: det ger inget kast där; möjliga är 0 till 5.' }, line: 'Rad 1: 4 tärningar; spelet har 5.', giveUp: 'Ge upp', answer: 'Visa svaret', luck: /Tur: mer än i/, levels: 'nästan perfekt under 0,1', kinds: 'första valet', decides: 'Det som avgör: ', costs: /kostar/, same: /^två spelare heter ”ann”/, play: 'Spela', player: 'Spelare', add: /spelare till/, review: 'Gå igenom ett spel', open: 'Öppna' },
};
// All languages come from files of one form, whose completeness a test of the library checks. So one shows that the page says everything in it.
for (const [locale, words] of Object.entries(LANGUAGES).slice(0, process.env.DEEP ? undefined : 1)) {
  test.describe(locale, () => {
    test.use({ locale });
    const noEnglish = async (page: Page, where: string): Promise<void> => {
      const found = (await page.locator('#app').innerText()).split('\n').filter((line) => ENGLISH.test(line.replaceAll(/rerolls=\d|ones=\d|Yahtzee|Full House/g, '')));
      expect(found, where).toEqual([]);
    };

    test('answers, reasons and costs', { tag: '@once' }, async ({ page }) => {
      await visit(page, 'home', '.hello');
      await noEnglish(page, 'home');
      for (const asked of ['hasbro', 'hasbro&goal=yahtzee', 'yacht&target=200', 'yacht&against=243']) {
        await page.goto('about:blank');
        await visit(page, `advise?dice=23344&card=ones%3D3+fours%3D12&rules=${asked}`, '.options');
        await page.getByRole('button', { name: words.why }).click();
        await expect(page.locator('.answer h3').first()).toBeVisible();
        if (asked === 'hasbro') {
          await expect(page.locator('.answer')).toContainText(words.decides);
        }
        if (asked === 'yacht&against=243') {
          await expect(page.locator('.answer')).toContainText(words.against);
        }
        await page.locator('.options li button').nth(3).click();
        await expect(page.locator('.confirm')).toContainText(words.costs);
        await noEnglish(page, asked);
      }
      await accessible(page);
    });

    test('the puzzle, the review and the table', { tag: '@once' }, async ({ page }) => {
      await visit(page, 'quiz?seed=5&number=0&rules=hasbro', '.boxes');
      await noEnglish(page, 'quiz');
      await page.getByRole('button', { name: words.giveUp }).click();
      await page.locator('details:has(h3) summary').first().click();
      await expect(page.locator('h3').last()).toBeVisible();
      await noEnglish(page, 'verdict');

      await visit(page, 'review', 'details');
      await page.getByText(words.review).click();
      await page.locator('textarea').fill(GAME);
      await page.getByRole('button', { name: words.open, exact: true }).click();
      await page.getByRole('button', { name: words.answer }).click();
      await page.getByRole('button', { name: words.why }).click();
      await expect(page.locator('.viewer h3').first()).toBeVisible();
      for (const summary of await page.locator('summary').all()) {
        await summary.click();
      }
      await expect(page.getByText(words.kinds)).toBeVisible();
      await expect(page.getByText(words.levels)).toBeVisible();
      await noEnglish(page, 'review');
    });

    test('the result of a day', { tag: '@once' }, async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await visit(page, 'quiz?rules=hasbro&day=20261005', '.boxes');
      for (let number = 0; number < 10; number += 1) {
        await page.getByRole('button', { name: words.giveUp }).click();
        await expect(page.locator('.verdict')).toBeVisible();
        await page.locator('.bar .primary').click();
      }
      await expect(page.locator('.summary')).toContainText(words.shared.lost);
      await noEnglish(page, 'result');
      await page.locator('.summary .primary').click();
      await expect(page.locator('.summary [role=status]')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${words.shared.title}\n${'⬜'.repeat(10)}\n${words.shared.lost}\nhttp://127.0.0.1:4173/#quiz?rules=hasbro&day=20261005\n`);
    });

    test('the table, the rules, the cards, the settings and what is wrong', { tag: '@once' }, async ({ page }) => {
      await visit(page, 'play?now=1&rules=hasbro', '.table');
      await noEnglish(page, 'to roll');
      await press(page, words.roll);
      await noEnglish(page, 'table');
      await page.keyboard.press('m');
      await expect(page.getByRole('dialog')).toBeVisible();
      await noEnglish(page, 'moves');
      await page.keyboard.press('Escape');

      await visit(page, 'rules', '.sets');
      for (const summary of await page.locator('summary').all()) {
        await summary.click();
      }
      await noEnglish(page, 'rules');
      await page.locator('.gear').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await noEnglish(page, 'settings');

      await visit(page, 'cards?rules=hasbro', 'article');
      await noEnglish(page, 'cards');
      await page.goto('/#advise?rules=nope');
      await expect(page.getByRole('alert')).toContainText(words.noRules);
      await noEnglish(page, 'refused');
      await page.goto('about:blank');
      await visit(page, 'advise?rules=hasbro', '.boxes');
      await page.locator('details:has(#typed) > summary').click();
      for (const [typed, fault] of Object.entries(words.faults)) {
        await page.locator('#typed').fill(typed);
        await page.locator('#typed').press('Enter');
        await expect(page.locator('#mistyped')).toContainText(fault);
      }
      await visit(page, 'rules?rules=hasbro', '.sets');
      await page.locator('main summary').last().click();
      for (const toml of ['name = 3', `"${'a: '.repeat(60)}" = 3`]) {
        await page.locator('textarea').fill(toml);
        await page.locator('textarea ~ .actions button').first().click();
        await expect(page.locator('#problem')).toContainText(words.unreadable);
        await expect(page.locator('#problem')).toContainText(toml.includes('a: ') ? 'a: a: ' : 'name');
      }
      await visit(page, 'review?rules=hasbro', 'details');
      await page.locator('main summary').last().click();
      await page.locator('textarea').fill('1166 score chance');
      await page.getByRole('button', { name: words.open, exact: true }).click();
      await expect(page.getByRole('alert')).toContainText(words.line);
    });

    test('what is wrong with names', { tag: '@once' }, async ({ page }) => {
      await visit(page, 'play?rules=hasbro', 'form');
      await page.locator('fieldset input').first().fill('ann');
      await page.getByRole('button', { name: words.add }).click();
      await page.locator('fieldset input').nth(1).fill('ann');
      await page.getByRole('button', { name: words.play, exact: true }).click();
      await expect(page.getByRole('alert')).toHaveText(words.same);
      await noEnglish(page, 'lobby');
    });
  });
}
