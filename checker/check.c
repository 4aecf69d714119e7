/* Checks a certificate of optimal play. README.md says what it accepts, and why that is a proof.
 *     cc -O2 -o check check.c
 *     ./check CERTIFICATE [RULES]
 * The exit status is 0 if every decision is proved, and 1 if the certificate is refused. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 u128;
typedef unsigned long long ull;

enum { MOST_DICE = 8, MOST_FACES = 20, MOST_THROWS = 8, MOST_BOXES = 30, MOST_STEPS = 4, MOST_CAP = 255, MOST_POINTS = 1000000 };
enum { MOST_ROLLS = 65280, MOST_HOLDS = 65280, HOLDS_OF_ROLL = 256, MOST_LINKS = 1 << 24, MOST_ROWS = 1 << 24, MOST_STATES = 1 << 28 };
enum { UNIT = 44, MOST_BYTES = 500000000 };
#define DIGEST_START 0xcbf29ce484222325u
static u64 digest_with(u64 digest, u64 number) { return (digest ^ number) * 0x100000001b3u; }

static void refuse(const char *why, ...) {
    va_list arguments;
    va_start(arguments, why), printf("refused: "), vprintf(why, arguments), printf("\n");
    exit(1);
}
static void *room(u64 count, u64 size) {
    void *bytes = count < ((u64)1 << 36) / size ? calloc(count + 1, size) : NULL; /* all 0 */
    if (!bytes) refuse("not enough memory");
    return bytes;
}

/* ---- Reading. The text has one form only: words, spaces and line ends are where they must be, and numbers have no leading zeros. */
static const unsigned char *at, *end;
static void text(const char *wanted) {
    size_t length = strlen(wanted);
    if ((size_t)(end - at) < length || memcmp(at, wanted, length) != 0) refuse("the text lacks '%s' where it belongs", wanted);
    at += length;
}
static u64 number(const char *words, u64 most) {
    text(words); /* the number follows them */
    const unsigned char *start = at;
    u64 value = 0;
    while (at < end && *at >= '0' && *at <= '9' && value <= most) value = value * 10 + (u64)(*at++ - '0');
    if (value > most) refuse("the number after '%s' is larger than %llu", words, (ull)most);
    if (at == start || (*start == '0' && at - start > 1)) refuse("the text lacks a number after '%s'", words);
    return value;
}
static u64 binary(int bytes) {
    u64 value = 0;
    if (end - at < bytes) refuse("the file is too short");
    for (int i = 0; i < bytes; i++) value |= (u64)*at++ << 8 * i; /* the lowest byte first */
    return value;
}
static const unsigned char *read_file(const char *path, u64 *size) {
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = room(MOST_BYTES, 1);
    *size = file ? fread(bytes, 1, MOST_BYTES, file) : 0;
    if (!file || ferror(file) || *size == MOST_BYTES) refuse("cannot read %s, or it is too long", path);
    fclose(file);
    return bytes;
}

/* ---- The rules. */
/* For a further n of a kind. Its place: 0 anywhere; 1 or 2 the upper box of its face if that is open; otherwise 2, and always 3, a lower box if one is
 * not filled. It is a joker: 0 never; 1 if the upper box of its face is filled, or there is none; 2 always. */
struct further { u64 place, joker, bonus, only_scoring; };
static u64 dice, faces, sides[MOST_FACES], all_sides, outcomes = 1, throws, zeros, steps, step_at[MOST_STEPS], step_points[MOST_STEPS], cap;
static u64 before[MOST_BOXES];    /* of each box: a bit for each box that is filled before it */
static u64 upper, boxes, joker[MOST_BOXES], has_further, further_box, has_flag, served, rolls;
static struct further further[2]; /* after a zero, after points */
static unsigned char *pips;       /* of each roll: the number of dice that show each face */
static u64 *further_of;           /* of each roll: 0 if it is none, 1, or 2 + the upper box of its face */
static u32 *points_of[MOST_THROWS + 1]; /* of each roll and box: on a later throw, on the first throw of a turn, on the second, and so on */
/* The next multiset of dice in ascending order of the sorted pips, as counts of faces; 0 after the last. The first has ones only. */
static int next_multiset(unsigned char *counts) {
    u64 face = faces - 1;
    while (face > 0 && counts[face - 1] == 0) face--;
    if (face == 0) return 0;
    unsigned char last = counts[faces - 1];
    counts[faces - 1] = 0, counts[face - 1]--, counts[face] = (unsigned char)(counts[face] + last + 1);
    return 1;
}

static void read_rules(void) {
    dice = number("dice ", MOST_DICE), faces = number("\nfaces ", MOST_FACES), text(" sides");
    for (u64 face = 0; face < faces; face++) sides[face] = number(" ", 20), all_sides += sides[face];
    for (u64 i = 0; i < dice; i++) outcomes *= all_sides;
    throws = number("\nthrows ", MOST_THROWS), zeros = number("\nzeros ", 1), steps = number("\nbonus ", MOST_STEPS);
    for (u64 i = 0; i < steps; i++) {
        step_at[i] = number(" ", MOST_CAP), step_points[i] = number(" ", MOST_POINTS);
        if (step_at[i] <= cap) refuse("the steps of the bonus do not ascend");
        cap = step_at[i];
    }
    upper = number("\nupper ", MOST_BOXES), boxes = number(" of ", MOST_BOXES), text("\n");
    if (!dice || !faces || !throws || !boxes || upper > boxes || !outcomes || outcomes > (u64)1 << 32) refuse("no game has these numbers");
    for (u64 box = 0; box < boxes; box++) {
        text("category ");
        while (at < end && *at > ' ' && *at < 127) at++;
        u64 waits = number(" waits ", 3), of_upper = ((u64)1 << upper) - 1, of_other = box < upper ? ((u64)1 << boxes) - 1 - of_upper : of_upper;
        if (waits == 1 && box == 0) refuse("the first box waits for one before it");
        if (waits == 3 && box + 1 == boxes) refuse("the last box waits for one after it");
        before[box] = waits == 2 ? of_other : waits == 3 ? (u64)2 << box : waits << box >> 1, joker[box] = number(" joker ", MOST_POINTS), text("\n");
    }
    if ((has_further = number("further ", 1))) {
        further_box = number(" category ", boxes - 1);
        for (struct further *rule = further + 1; rule >= further; rule--) {
            rule->place = number(rule > further ? "\nafter-points place " : "\nafter-zero place ", 3), rule->joker = number(" joker ", 2);
            rule->bonus = number(" bonus ", MOST_POINTS), rule->only_scoring = number(" scoring ", 1);
        }
        has_flag = memcmp(&further[0], &further[1], sizeof further[0]) != 0;
    }
    served = number("\nserved ", throws), rolls = number("\nrolls ", MOST_ROLLS);
    pips = room(rolls, faces), further_of = room(rolls, sizeof(u64));
    for (u64 nth = 0; nth <= served; nth++) points_of[nth] = room(rolls * boxes, sizeof(u32));
    unsigned char counts[MOST_FACES] = {(unsigned char)dice};
    for (u64 roll = 0; roll < rolls; roll++) {
        if (roll > 0 && !next_multiset(counts)) refuse("there are too many rolls");
        memcpy(pips + roll * faces, counts, faces);
        text("\nroll");
        for (u64 face = 0; face < faces; face++)
            for (u64 i = 0; i < counts[face]; i++)
                if (number(" ", faces) != face + 1) refuse("a roll is not in its place");
        further_of[roll] = number(" further ", has_further ? 1 + upper : 0);
        for (u64 nth = 0; nth <= served; nth++)
            for (u64 box = 0; box < boxes; box++)
                points_of[nth][roll * boxes + box] = (u32)number(box ? " " : nth > 1 ? " next " : nth ? " first " : " points ", MOST_POINTS);
    }
    if (!rolls || next_multiset(counts)) refuse("there are too few rolls");
}

/* ---- Holds: all multisets of fewer than all dice, larger ones first; the last is the hold of no dice. */
static u64 holds, *after_first, *after_weight, *held_first;
static u32 *after, *held;        /* the rolls after a hold begin at after[after_first[hold]], the holds in a roll at held[held_first[roll]] */
static unsigned char *held_pips; /* of each hold: the number of dice that show each face */

static int contains(const unsigned char *dice_of, const unsigned char *fewer) {
    for (u64 face = 0; face < faces; face++)
        if (dice_of[face] < fewer[face]) return 0;
    return 1;
}
/* The number of ways to throw the dice of a roll that are not held. */
static u64 ways(const unsigned char *roll, const unsigned char *hold) {
    static const u64 factorial[] = {1, 1, 2, 6, 24, 120, 720, 5040, 40320};
    u64 thrown = 0, product = 1, alike = 1;
    for (u64 face = 0; face < faces; alike *= factorial[roll[face] - hold[face]], face++)
        for (u64 i = hold[face]; i < roll[face]; i++) thrown++, product *= sides[face];
    return product * (factorial[thrown] / alike);
}

static void find_holds(void) {
    u64 links = 0, scale = outcomes, held_links = 0;
    after_first = room(MOST_HOLDS, sizeof(u64)), after = room(MOST_LINKS, sizeof(u32)), after_weight = room(MOST_LINKS, sizeof(u64));
    held_pips = room(MOST_HOLDS, faces);
    for (u64 size = dice; size-- > 0;) {
        unsigned char hold[MOST_FACES] = {(unsigned char)size};
        scale /= all_sides; /* the number of outcomes of the held dice: so the weights of each hold add up to `outcomes` */
        do {
            if (holds == MOST_HOLDS) refuse("there are too many holds");
            memcpy(held_pips + holds * faces, hold, faces);
            for (u64 roll = 0; roll < rolls; roll++) {
                if (!contains(pips + roll * faces, hold)) continue;
                if (links == MOST_LINKS) refuse("there are too many outcomes of holds");
                after[links] = (u32)roll, after_weight[links++] = scale * ways(pips + roll * faces, hold);
            }
            after_first[++holds] = links;
        } while (next_multiset(hold));
    }
    held_first = room(rolls, sizeof(u64)), held = room(MOST_LINKS, sizeof(u32));
    for (u64 roll = 0; roll < rolls; held_first[++roll] = held_links)
        for (u64 hold = 0; hold < holds; hold++) {
            if (!contains(pips + roll * faces, held_pips + hold * faces)) continue;
            if (held_links == MOST_LINKS) refuse("there are too many holds in rolls");
            held[held_links++] = (u32)hold;
        }
}

/* ---- States, in rows with the same filled boxes and the same flag: whether the box of the further rule holds points. */
struct row { u64 filled, mask, flag, first; };
static u64 row_count, *low; /* low[state] is the lower bound of its value, in units of 2^-44 points */
static struct row *row;     /* with one more at the end, for the number of states */
static unsigned char *total_of;
static int in_order(const struct row *a, const struct row *b) {
    return a->filled != b->filled ? a->filled < b->filled : a->mask != b->mask ? a->mask < b->mask : a->flag < b->flag;
}
static void read_rows(void) {
    row_count = number("\nrows ", MOST_ROWS);
    u64 states = number(" states ", MOST_STATES);
    text(" unit 44\n");
    row = room(row_count, sizeof(struct row)), low = room(states, sizeof(u64)), total_of = room(states, 1);
    for (u64 i = 0, state = 0; i < row_count; i++) {
        u64 mask = binary(4), flag = binary(1), count = binary(1) + 1, filled = 0;
        for (u64 rest = mask; rest; rest >>= 1) filled += rest & 1;
        row[i] = (struct row){filled, mask, flag, state};
        if (mask >> boxes || flag > has_flag || (i > 0 && !in_order(&row[i - 1], &row[i]))) refuse("row %llu is not in its place", (ull)i);
        if (count > states - state) refuse("there are too many states");
        for (u64 j = 0; j < count; j++, state++) {
            total_of[state] = (unsigned char)binary(1), low[state] = binary(8);
            if (total_of[state] > cap || (j > 0 && total_of[state] <= total_of[state - 1])) refuse("an upper total is not in its place");
            if (low[state] >> 63) refuse("a bound is too large");
        }
        row[i + 1].first = state;
    }
    if (row_count == 0 || row[row_count].first != states || row[0].mask || row[0].flag || total_of[0]) refuse("the empty card is not the first state");
}

/* The state with each box filled next, by the flag and upper total after it; 0 if the certificate lacks it. */
static u32 next_state[MOST_BOXES][2][MOST_CAP + 1];
static void find_next_states(const struct row *from) {
    memset(next_state, 0, sizeof next_state);
    for (u64 box = 0; box < boxes; box++)
        for (u64 flag = from->flag; flag <= has_flag && !(from->mask >> box & 1); flag++) {
            struct row wanted = {from->filled + 1, from->mask | (u64)1 << box, flag, 0};
            u64 least = 0, most = row_count;
            while (most - least > 1) *(in_order(&wanted, &row[(least + most) / 2]) ? &most : &least) = (least + most) / 2;
            if (row[least].mask != wanted.mask || row[least].flag != flag) continue;
            for (u64 state = row[least].first; state < row[least + 1].first; state++) next_state[box][flag][total_of[state]] = (u32)state;
        }
}

/* ---- Whole numbers of `limbs` limbs, the lowest first. */
static u64 limbs;
/* sum = keep * sum + times * number */
static void multiply(u64 *sum, u64 keep, const u64 *number, u64 times) {
    u128 carry = 0;
    for (u64 i = 0; i < limbs; i++, carry >>= 64) carry += (u128)number[i] * times + keep * sum[i], sum[i] = (u64)carry;
    if (carry) refuse("a value is too large");
}
static int compare(const u64 *a, const u64 *b) {
    u64 i = limbs - 1;
    while (i > 0 && a[i] == b[i]) i--;
    return (a[i] > b[i]) - (a[i] < b[i]);
}

/* ---- A turn. With t rerolls left, exact values are whole numbers of (the unit of the next states) / (number of outcomes)^t. */
struct way { u32 action, points, next; };
static struct way *sheet[MOST_THROWS + 1]; /* the ways to write each roll, from sheet_first[roll] on: on a later throw, on the first, and so on */
static u32 *best_action[MOST_THROWS];
static u64 *sheet_first[MOST_THROWS + 1], *low_of_hold[MOST_THROWS], *low_of_roll[MOST_THROWS];
static u64 *exact_hold[MOST_THROWS], *exact_roll[MOST_THROWS], *known_hold[MOST_THROWS], *known_roll[MOST_THROWS];
static u64 *exact_next, next_limbs, first_next, *point, *mine, *best, this_state;
static u64 decisions, strict, ties, digest = DIGEST_START;
static u64 sheet_of(u64 t) { return throws - t <= served ? throws - t : 0; }
static struct way way_to(u64 box, u64 flag, u64 total, u64 points, u64 bonus, u64 voluntary_zero) {
    u64 next_total = box < upper && total + points < cap ? total + points : box < upper ? cap : total;
    u32 next = next_state[box][has_flag && (flag || (box == further_box && points > 0))][next_total];
    if (!next) refuse("a state that can be reached is not in the certificate");
    if ((low[next] >> UNIT) + points + bonus >= (u64)1 << (63 - UNIT)) refuse("a value is too large");
    return (struct way){(u32)(2 * box + voluntary_zero), (u32)(points + bonus), next};
}
/* Whether a box may be filled now. */
static int is_open(u64 box, u64 mask) { return !(mask >> box & 1) && !(before[box] & ~mask); }
/* Every way to write every roll: the rules of the sheet. */
static void write_sheet(u64 nth, u64 mask, u64 flag, u64 total) {
    u64 count = 0, some_lower = upper < boxes && (mask >> upper) + 1 < (u64)1 << (boxes - upper);
    for (u64 roll = 0; roll < rolls; roll++) {
        struct further rule = further[flag];
        u64 own = further_of[roll] >= 2 && !(mask >> (further_of[roll] - 2) & 1) ? further_of[roll] - 2 : boxes; /* the upper box of its face, not filled */
        for (u64 box = 0; box < boxes; box++) {
            u64 points = points_of[nth][roll * boxes + box], bonus = 0, bonus_of_zero = 0;
            if (!is_open(box, mask)) continue;
            if (further_of[roll] > 0 && mask >> further_box & 1) {
                int to_own = own < boxes && is_open(own, mask) && (rule.place == 1 || rule.place == 2);
                int to_lower = !to_own && rule.place >= 2 && some_lower;
                if ((to_own && box != own) || (to_lower && box < upper)) continue;
                if ((rule.joker == 2 || (rule.joker == 1 && own == boxes)) && joker[box] > points) points = joker[box];
                bonus_of_zero = rule.only_scoring ? 0 : rule.bonus, bonus = points > 0 ? rule.bonus : bonus_of_zero;
            }
            sheet[nth][count++] = way_to(box, flag, total, points, bonus, 0);
            if (zeros && points > 0) sheet[nth][count++] = way_to(box, flag, total, 0, bonus_of_zero, 1);
        }
        if (count == sheet_first[nth][roll]) refuse("a roll cannot be written anywhere");
        sheet_first[nth][roll + 1] = count;
    }
}
static u64 mean_low(u64 hold, u64 t) {
    u128 sum = 0;
    for (u64 i = after_first[hold]; i < after_first[hold + 1]; i++) sum += (u128)after_weight[i] * low_of_roll[t][after[i]];
    return (u64)(sum / outcomes);
}

static void exact_action(u64 t, u64 roll, u32 action, u64 *value);
/* The mean of the rolls after a hold with t rerolls left, exactly. It needs the values of their best actions, each computed once. */
static void exact_mean(u64 hold, u64 t, u64 *sum) {
    memset(sum, 0, limbs * sizeof(u64));
    for (u64 i = after_first[hold]; i < after_first[hold + 1]; i++) {
        u64 roll = after[i], *value = exact_roll[t] + roll * limbs;
        if (known_roll[t][roll] != this_state) exact_action(t, roll, best_action[t][roll], value);
        known_roll[t][roll] = this_state;
        multiply(sum, 1, value, after_weight[i]);
    }
}
static void exact_action(u64 t, u64 roll, u32 action, u64 *value) {
    if (action >= 2 * boxes) {
        u64 hold = action - 2 * boxes, *mean = exact_hold[t] + hold * limbs;
        if (known_hold[t][hold] != this_state) exact_mean(hold, t - 1, mean), known_hold[t][hold] = this_state;
        memcpy(value, mean, limbs * sizeof(u64));
        return;
    }
    const struct way *way = sheet[sheet_of(t)] + sheet_first[sheet_of(t)][roll];
    while (way->action != action) way++;
    memset(value, 0, limbs * sizeof(u64));
    memcpy(value, exact_next + (way->next - first_next) * next_limbs, next_limbs * sizeof(u64));
    multiply(value, 1, point, way->points);
    for (u64 i = 0; i < t; i++) multiply(value, 0, value, outcomes);
}

/* A value is at least its low bound, and at most `above` units higher. Actions whose values may be the highest are compared exactly. */
static void decide(u64 t, u64 roll, u64 above) {
    static u32 action[2 * MOST_BOXES + HOLDS_OF_ROLL];
    static u64 lows[2 * MOST_BOXES + HOLDS_OF_ROLL];
    u64 count = 0, highest = 0, open = 0, equal = 0;
    const struct way *way = sheet[sheet_of(t)];
    for (u64 i = sheet_first[sheet_of(t)][roll]; i < sheet_first[sheet_of(t)][roll + 1]; i++)
        action[count] = way[i].action, lows[count++] = low[way[i].next] + ((u64)way[i].points << UNIT);
    for (const u32 *hold = held + held_first[roll]; t > 0 && hold < held + held_first[roll + 1]; hold++)
        action[count] = (u32)(2 * boxes) + *hold, lows[count++] = low_of_hold[t][*hold];
    for (u64 i = 0; i < count; i++) highest = lows[i] > highest ? lows[i] : highest;
    for (u64 i = 0; i < count; i++)
        if (lows[i] + above >= highest) action[open++] = action[i];
    best_action[t][roll] = action[0], low_of_roll[t][roll] = highest;
    for (u64 i = 0; open > 1 && i < open; i++) {
        exact_action(t, roll, action[i], mine);
        int order = equal ? compare(mine, best) : 1;
        equal = order > 0 ? 1 : equal + (order == 0);
        if (order > 0) best_action[t][roll] = action[i], memcpy(best, mine, limbs * sizeof(u64));
    }
    decisions++, *(equal > 1 ? &ties : &strict) += 1;
}

/* Checks the bound of a state and finds the best action of each decision, and the exact value. Returns the digest of the best actions. */
static u64 check_state(u64 state, const struct row *of, u64 *value) {
    u64 above = throws * (boxes - of->filled - 1), of_state = DIGEST_START;
    this_state = state + 1;
    for (u64 nth = 0; nth <= served; nth++) write_sheet(nth, of->mask, of->flag, total_of[state]);
    for (u64 t = 0; t < throws; t++) {
        for (u64 hold = 0; t > 0 && hold < holds; hold++) low_of_hold[t][hold] = mean_low(hold, t - 1);
        for (u64 roll = 0; roll < rolls; roll++)
            decide(t, roll, above + t), of_state = digest_with(of_state, best_action[t][roll]);
    }
    if (mean_low(holds - 1, throws - 1) != low[state]) refuse("the bound of state %llu does not follow from the later ones", (ull)state);
    exact_mean(holds - 1, throws - 1, value);
    return of_state;
}

/* Checks all states, from the full cards back to the empty one. Returns the exact value of the empty card. */
static u64 *check_states(void) {
    u64 turn = dice * throws, bits = 32, *exact = NULL, *digests = room(row[row_count].first, sizeof(u64)), last = row_count, full = 0;
    for (u64 rest = all_sides; rest > 0; rest >>= 1) bits += turn * boxes; /* an upper bound of the bits of the empty card's value */
    limbs = bits / 64 + 1, mine = room(limbs, sizeof(u64)), best = room(limbs, sizeof(u64)), point = room(limbs, sizeof(u64)), point[0] = 1;
    for (u64 i = 0; i <= served; i++) sheet[i] = room(rolls * 2 * boxes, sizeof(struct way)), sheet_first[i] = room(rolls, sizeof(u64));
    for (u64 t = 0; t < throws; t++) {
        low_of_hold[t] = room(holds, sizeof(u64)), exact_hold[t] = room(holds * limbs, sizeof(u64)), known_hold[t] = room(holds, sizeof(u64));
        low_of_roll[t] = room(rolls, sizeof(u64)), exact_roll[t] = room(rolls * limbs, sizeof(u64));
        known_roll[t] = room(rolls, sizeof(u64)), best_action[t] = room(rolls, sizeof(u32));
    }
    for (u64 filled = boxes + 1; filled-- > 0;) {
        u64 first = last, open = boxes - filled;
        while (first > 0 && row[first - 1].filled == filled) first--;
        exact_next = exact, next_limbs = limbs, first_next = row[last].first;
        limbs = (32 + (bits - 32) / boxes * open) / 64 + 1; /* values are whole numbers of (number of sides)^-(dice * throws * open) points */
        exact = room((row[last].first - row[first].first) * limbs, sizeof(u64));
        for (const struct row *of = row + first; of < row + last; of++)
            for (u64 state = of->first; state < of[1].first; state++) {
                u64 bonus = 0, *value = exact + (state - row[first].first) * limbs;
                for (u64 step = 0; step < steps; step++) bonus = total_of[state] >= step_at[step] ? step_points[step] : bonus;
                if (state == of->first) find_next_states(of);
                if (open) digests[state] = check_state(state, of, value);
                else if (value[0] = bonus, low[state] != bonus << UNIT) refuse("the bound of a full card is not its bonus");
            }
        for (u64 i = 0; open && i < turn; i++) multiply(point, 0, point, all_sides);
        if (!open) full = row[first].first;
        free(exact_next), last = first;
    }
    for (u64 state = 0; state < full; state++) digest = digest_with(digest, digests[state]);
    return exact;
}

int main(int count, char **arguments) {
    u64 size = 0, rules_size = 0, checksum = DIGEST_START;
    if (count != 2 && count != 3) refuse("use: check CERTIFICATE [RULES]");
    const unsigned char *bytes = read_file(arguments[1], &size), *rules = count == 3 ? read_file(arguments[2], &rules_size) : NULL;
    for (u64 i = 0; i + 8 < size; i++) checksum = digest_with(checksum, bytes[i]);
    at = bytes + (size < 8 ? 0 : size - 8), end = bytes + size;
    if (binary(8) != checksum) refuse("the file is damaged: its checksum does not match");
    at = bytes, end = bytes + size - 8;
    text("yahtzee certificate 1\n");
    const unsigned char *start = at;
    read_rules();
    if (rules && ((u64)(at - start) + 1 != rules_size || memcmp(rules, start, rules_size) != 0)) refuse("it is of other rules");
    read_rows(), find_holds();
    const u64 *value = check_states();
    char *results = room(1000 + 16 * limbs, 1), *digits = room(16 * limbs, 1);
    for (u64 i = 0; i < limbs; i++) snprintf(digits + 16 * i, 17, "%016llx", (ull)value[limbs - 1 - i]);
    for (; digits[0] == '0' && digits[1]; digits++);
    sprintf(results, "decisions %llu\nstrict %llu\nties %llu\ndigest %016llx\nexpected %s over %llu to the power %llu\n", (ull)decisions,
            (ull)strict, (ull)ties, (ull)digest, digits, (ull)all_sides, (ull)(dice * throws * boxes));
    if ((u64)(end - at) != strlen(results) || memcmp(at, results, strlen(results)) != 0) refuse("the results are others:\n%s", results);
    printf("accepted: every decision of %llu states is proved\n%swhich is %.11f, rounded\nrules: %s\n", (ull)row[row_count].first, results,
           (double)low[0] / (double)((u64)1 << UNIT), rules ? "those of the file" : "those of the certificate; give a file of your rules to compare them");
    return 0;
}
