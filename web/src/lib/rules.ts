/** Whether these rules are custom: TOML text instead of a name. */
export const isOwn = (rules: string): boolean => /[\n=]/.test(rules);

/** The same rules without their language: `kniffel` for `kniffel@de`. Custom rules have none. */
export const ofNoLanguage = (rules: string): string => (isOwn(rules) ? rules : rules.split('@', 1)[0]!);
