/* The search of codes/tressette/whole_deals in plain C, with calls instead of frames: what the compiled one is held to.

   Reads deals, a line each: four hands (masks of forty bits, ten a suit, hexadecimal), who leads (0 to 3), the first
   thirds to ask for. Writes for each what North-South make and the cards played, and at last the seconds of processor. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int64_t cards;

enum { UNKNOWN = -1, ENTRIES = 1 << 20, PLACES = 1 << 18, LAST_TRICK = 3, POINT = 3, ALL = 35 };

typedef struct { cards key, low, high, shown_low, shown_high; int depths, least, most, advice, after; } Entry;
typedef struct { cards left, played; int leader, place, top, winner, need; } Table;
typedef struct { int bit, promise; cards alike; } Choice;

static const cards OF_SUIT = 1023, BLANKS = 0x000f000f000f000f, SINGLES = 0x0370037003700370, ACES = 0x0080008000800080;
static cards hands[4], ranks[4][1024], worths[4][1024], shown[11], nodes;
static int highest[1024][11], entries, places[PLACES], history[4][64][2];
static Entry memory[ENTRIES];

static inline int many(cards some) { return __builtin_popcountll(some); }
static inline int length(cards some) { return some ? 64 - __builtin_clzll(some) : 0; }
static inline int thirds(cards some) { return many(some & SINGLES) + 3 * many(some & ACES); }
static inline int least_of(int one, int other) { return one < other ? one : other; }
static inline cards part(cards left, int suit) { return left >> 16 * suit & OF_SUIT; }
static inline int owner(int bit) { return (hands[1] >> bit & 1) + 2 * (hands[2] >> bit & 1) + 3 * (hands[3] >> bit & 1); }
static inline cards above(cards own, cards others) { return own & -((cards)1 << length(others)); }
static inline int worth_of(int bit) { return (SINGLES >> bit & 1) + 3 * (ACES >> bit & 1); }
static inline cards of_worth(int bit) { return BLANKS >> bit & 1 ? BLANKS : SINGLES >> bit & 1 ? SINGLES : ACES; }

static int least_given(cards hand, cards counts, int tricks) {
    int total = 0, blanks = 0, singles = 0, given = 0;
    for (int shift = 0; shift < 64; shift += 16) {
        int count = counts >> shift & 15;
        if (!count) continue;
        cards suit = hand >> shift & OF_SUIT;
        count = least_of(count, many(suit));
        given += count;
        int some = least_of(count, many(suit & BLANKS));
        blanks += some;
        count -= some;
        some = least_of(count, many(suit & SINGLES));
        singles += some;
        total += some + 3 * (count - some);
    }
    int more = tricks - given - (many(hand & BLANKS) - blanks);
    if (more <= 0) return total;
    int rest = many(hand & SINGLES) - singles;
    return total + least_of(more, rest) + (more > rest ? 3 * (more - rest) : 0);
}

static int most_given(cards hand, cards counts, int tricks) {
    int total = 0, aces = 0, singles = 0, given = 0;
    for (int shift = 0; shift < 64; shift += 16) {
        int count = counts >> shift & 15;
        if (!count) continue;
        cards suit = hand >> shift & OF_SUIT;
        count = least_of(count, many(suit));
        given += count;
        int ace = many(suit & ACES), some = least_of(count - ace, many(suit & SINGLES));
        aces += ace;
        singles += some;
        total += 3 * ace + some;
    }
    int more = tricks - given;
    if (more <= 0) return total;
    int rest = least_of(more, many(hand & ACES) - aces);
    return total + 3 * rest + least_of(more - rest, many(hand & SINGLES) - singles);
}

static int certain(cards left, int leader, int want, cards *relevant) {
    int tricks = many(left) >> 2, crossing = 0, made = 0;
    cards mine = hands[leader] & left, mate = hands[leader ^ 2] & left;
    cards second = hands[(leader + 1) & 3] & left, fourth = hands[(leader + 3) & 3] & left;
    cards winners = 0, counts = 0, theirs = 0, their_counts = 0, needs = 0;
    *relevant = 0;
    for (int shift = 0; shift < 64; shift += 16) {
        cards others = (left & ~mine) >> shift & OF_SUIT, run = above(mine >> shift & OF_SUIT, others);
        if (!run) continue;
        winners |= run << shift;
        counts |= (cards)many(run) << shift;
        if (others) *relevant |= (run & -run) << shift;
    }
    int own = many(winners);
    if (own >= tricks) return thirds(left) + LAST_TRICK;
    if (own) {
        made = thirds(winners) + most_given(mate, counts, own);
        made += least_given(second, counts, own) + least_given(fourth, counts, own);
        if (made >= want) return made;
    }
    for (int shift = 0; shift < 64; shift += 16) {
        cards suit = mate >> shift & OF_SUIT;
        if (!suit) continue;
        int before = counts >> shift & 15, keep = many(suit) - before;
        cards run = above(suit, (left & ~mate & ~winners) >> shift & OF_SUIT);
        while (run && many(run) > keep) run &= run - 1;
        if (!run) continue;
        theirs |= run << shift;
        their_counts |= (cards)many(run) << shift;
        crossing |= many(mine >> shift & OF_SUIT) > before;
    }
    if (!crossing) return made;
    int both = own + many(theirs);
    for (int shift = 0; shift < 64; shift += 16) {
        cards suit = (winners | theirs) >> shift & OF_SUIT;
        needs |= (suit & -suit) << shift;
    }
    int all = thirds(left) + LAST_TRICK;
    if (both < tricks) {
        all = thirds(winners | theirs) + most_given(mate & ~theirs, counts, own);
        all += most_given(mine & ~winners, their_counts, both - own);
        all += least_given(second, counts + their_counts, both) + least_given(fourth, counts + their_counts, both);
        if (all <= made) return made;
    }
    *relevant = needs;
    return all;
}

static int told_by_sides(cards left, int leader, int need, cards *relevant) {
    int most = thirds(left) + LAST_TRICK, of_a = !(leader & 1), want = of_a ? need : most - need + 1;
    int made = certain(left, leader, want, relevant);
    if (made < want) return UNKNOWN;
    return of_a ? made : most - made;
}

static int foretold(cards left, int leader, int need, cards *relevant) {
    int most = thirds(left) + LAST_TRICK;
    *relevant = 0;
    if (need <= 0) return 0;
    if (need > most) return most;
    if (many(left) > 4) return told_by_sides(left, leader, need, relevant);
    cards suit = left & OF_SUIT << ((length(left & hands[leader]) - 1) & ~15);
    int top = length(suit) - 1;
    if (suit & (suit - 1)) *relevant = (cards)1 << top;
    return owner(top) & 1 ? 0 : most;
}

static inline cards key_of(cards left, int leader) {
    return leader | worths[0][part(left, 0)] << 2 | worths[1][part(left, 1)] << 12 | worths[2][part(left, 2)] << 22
        | worths[3][part(left, 3)] << 32;
}
static inline cards ranks_low(cards left) { return ranks[0][part(left, 0)] | ranks[1][part(left, 1)] << 30; }
static inline cards ranks_high(cards left) { return ranks[2][part(left, 2)] | ranks[3][part(left, 3)] << 30; }
static inline int place_of(cards key) {
    return ((cards)((uint64_t)key * 0x9e3779b97f4a7c0full) >> 24) & (PLACES - 1);
}

static int recall(cards left, int leader, int need, cards *relevant, int *advice) {
    cards key = key_of(left, leader), low = ranks_low(left), high = ranks_high(left);
    *advice = UNKNOWN;
    for (int at = places[place_of(key)]; at >= 0; at = memory[at].after) {
        Entry *one = &memory[at];
        if (one->key != key) continue;
        if (*advice < 0) *advice = one->advice;
        if (((one->low ^ low) & one->shown_low) | ((one->high ^ high) & one->shown_high)) continue;
        if (one->least < need && one->most >= need) continue;
        *relevant = 0;
        for (int suit = 0; suit < 4; suit++)
            *relevant |= (cards)highest[part(left, suit)][one->depths >> 4 * suit & 15] << 16 * suit;
        return one->least >= need ? one->least : one->most;
    }
    return UNKNOWN;
}

static void keep(cards left, int leader, int need, int value, cards relevant, int best) {
    int depths = 0, least = value >= need ? value : 0, most = value >= need ? thirds(left) + LAST_TRICK : value;
    for (int suit = 0; suit < 4; suit++) {
        cards some = part(relevant, suit);
        if (some) depths |= many(part(left, suit) & -(some & -some)) << 4 * suit;
    }
    cards shown_low = shown[depths & 15] | shown[depths >> 4 & 15] << 30;
    cards shown_high = shown[depths >> 8 & 15] | shown[depths >> 12] << 30;
    cards key = key_of(left, leader), low = ranks_low(left) & shown_low, high = ranks_high(left) & shown_high;
    int place = place_of(key), at = places[place];
    for (; at >= 0; at = memory[at].after) {
        Entry *one = &memory[at];
        if (one->key == key && one->shown_low == shown_low && one->shown_high == shown_high && one->low == low
            && one->high == high) {
            if (one->least > least) least = one->least;
            if (one->most < most) most = one->most;
            break;
        }
    }
    if (at < 0) {
        if (entries == ENTRIES) {
            memset(places, -1, sizeof places);
            entries = 0;
        }
        at = entries++;
        memory[at] = (Entry){key, low, high, shown_low, shown_high, depths, 0, 0, 0, places[place]};
        places[place] = at;
    }
    memory[at].least = least, memory[at].most = most, memory[at].advice = best;
}

static int lead_promise(cards left, int seat, int bit, int advice) {
    if (bit == advice) return 1000;
    int *tried = history[seat][bit], luck = tried[0] > 8 ? 200 * tried[1] / tried[0] : 100;
    cards others = left & ~hands[seat] & OF_SUIT << (bit & ~15);
    if (!(others >> bit)) return 200 + 10 * worth_of(bit) + (bit & 15) + luck;
    return (hands[seat ^ 2] >> (length(others) - 1) & 1 ? 160 : 60) - 12 * worth_of(bit) - (bit & 15) + luck;
}

static int answer_promise(const Table *table, int seat, int bit, cards later, cards mate) {
    int ours = !((table->winner ^ seat) & 1), dear = 10 * worth_of(bit), grade = bit & 15, top = table->top;
    if (bit > top && bit >> 4 == top >> 4) {
        if (later >> bit) return 70 - dear - grade;
        return (ours ? 110 : 150) + dear - grade;
    }
    if ((ours && !(later >> top)) || (mate >> top && mate > later)) return 130 + dear - grade;
    return 60 - dear - grade;
}

static int choose(const Table *table, int seat, int advice, Choice *choices) {
    cards left = table->left, may = hands[seat] & left, strangers = left & ~hands[seat] & ~table->played;
    cards later = 0, mate = 0;
    int count = 0;
    if (table->place) {
        cards led = OF_SUIT << (table->top & ~15);
        if (may & led) may &= led;
        strangers |= (cards)1 << table->top;
        if (table->place < 3) later = hands[(seat + 1) & 3] & left & led;
        if (table->place == 1) mate = hands[seat ^ 2] & left & led;
    }
    if (!(may & (may - 1))) {
        choices[0] = (Choice){length(may) - 1, 0, may};
        return 1;
    }
    while (may) {
        int bit = length(may) - 1, floor = length(strangers & (((cards)1 << bit) - 1)), at = count++;
        if (floor < (bit & ~15)) floor = bit & ~15;
        cards alike = may & of_worth(bit) & (((cards)2 << bit) - ((cards)1 << floor));
        may &= ~alike;
        int promise = table->place ? answer_promise(table, seat, bit, later, mate) : lead_promise(left, seat, bit, advice);
        for (; at && choices[at - 1].promise < promise; at--) choices[at] = choices[at - 1];
        choices[at] = (Choice){bit, promise, alike};
    }
    return count;
}

static inline Table with_card(const Table *table, int seat, int card) {
    Table after = *table;
    after.place++;
    after.played |= (cards)1 << card;
    if (!table->place || (card > table->top && card >> 4 == table->top >> 4)) after.top = card, after.winner = seat;
    return after;
}

static inline cards by_rank(const Table *full) {
    cards followed = full->played & OF_SUIT << (full->top & ~15);
    return followed & (followed - 1) ? (cards)1 << full->top : 0;
}

static int from_lead(cards left, int leader, int need, int is_foreseen, cards *relevant);

static int from_table(const Table *table, int advice, int *best, cards *relevant) {
    Choice choices[10];
    int seat = (table->leader + table->place) & 3, most = !(seat & 1), need = table->need;
    int count = choose(table, seat, advice, choices), value = most ? -1 : 99;
    cards foreseen = 0, skipped = 0, all = 0;
    if (table->place == 3 && count > 1)
        for (int at = 0; at < count; at++) {
            Table full = with_card(table, seat, choices[at].bit);
            int made = full.winner & 1 ? 0 : thirds(full.played), hint;
            cards left = table->left & ~full.played;
            int found = foretold(left, full.winner, need - made, relevant);
            if (found == UNKNOWN) {
                foreseen |= (cards)1 << choices[at].bit;
                found = recall(left, full.winner, need - made, relevant, &hint);
            }
            if (found != UNKNOWN && (most ? found + made >= need : found + made < need)) {
                nodes++;
                *relevant |= by_rank(&full);
                return found + made;
            }
        }
    *best = choices[0].bit;
    for (int at = 0; at < count; at++) {
        int card = choices[at].bit, found = UNKNOWN, ignored;
        if (skipped >> card & 1) continue;
        nodes++;
        Table after = with_card(table, seat, card);
        cards some = 0, alike = choices[at].alike, suit = OF_SUIT << (card & ~15);
        if (after.place == 4) {
            int made = after.winner & 1 ? 0 : thirds(after.played);
            found = made + from_lead(table->left & ~after.played, after.winner, need - made, foreseen >> card & 1, &some);
            some |= by_rank(&after);
        } else {
            if (after.place == 1) {
                int top = length(table->left & suit) - 1, taker = owner(top);
                if ((taker ^ seat) & 1) {
                    found = told_by_sides(table->left, taker, need, &some);
                    some |= (cards)1 << top;
                }
            }
            if (found == UNKNOWN) found = from_table(&after, UNKNOWN, &ignored, &some);
        }
        int is_enough = most ? found >= need : found < need;
        if (!table->place) history[seat][card][0]++, history[seat][card][1] += is_enough;
        if (is_enough) {
            *best = card;
            *relevant = some;
            return found;
        }
        if (some & alike) some |= alike & -alike;
        all |= some;
        if (most ? found > value : found < value) value = found, *best = card;
        cards lowest = some & suit & -(some & suit);
        if (!lowest) skipped |= of_worth(card) & suit;
        else if ((cards)1 << card < lowest) skipped |= of_worth(card) & suit & (lowest - 1);
    }
    *relevant = all;
    return value;
}

static int from_lead(cards left, int leader, int need, int is_foreseen, cards *relevant) {
    int advice, best, value = is_foreseen ? UNKNOWN : foretold(left, leader, need, relevant);
    if (value != UNKNOWN) return value;
    value = recall(left, leader, need, relevant, &advice);
    if (value != UNKNOWN) return value;
    Table table = {left, 0, leader, 0, -1, -1, need};
    value = from_table(&table, advice, &best, relevant);
    keep(left, leader, need, value, *relevant, best);
    return value;
}

static int solve(cards left, int leader, int guess) {
    int low = 0, high = ALL, point = guess / POINT, best;
    while (low / POINT < high / POINT) {
        if (low > 0 && high < ALL) point = (low / POINT + high / POINT + 1) / 2;
        point = point <= low / POINT ? low / POINT + 1 : point > high / POINT ? high / POINT : point;
        int need = point * POINT;
        Table table = {left, 0, leader, 0, -1, -1, need};
        cards relevant;
        int found = from_table(&table, UNKNOWN, &best, &relevant);
        keep(left, leader, need, found, relevant, best);
        if (found >= need) low = found, point = found / POINT + 1;
        else high = found, point = found / POINT;
    }
    return low;
}

static void furnish(void) {
    memset(places, -1, sizeof places);
    memset(history, 0, sizeof history);
    entries = 0;
    nodes = 0;
    for (int suit = 0; suit < 4; suit++) {
        cards held[1024] = {0};
        for (int some = 1; some < 1024; some++) {
            int top = length(some) - 1, bit = 16 * suit + top, seat = owner(bit);
            int kind = ACES >> top & 1 ? 0 : SINGLES >> top & 1 ? 1 : 2;
            ranks[suit][some] = ranks[suit][some ^ 1 << top] >> 3 | (cards)(seat << 1 | (kind == 0)) << 27;
            held[some] = held[some ^ 1 << top] + ((cards)1 << 4 * (3 * seat + kind));
        }
        /* A number of its own for each way of holding them: the first set that is held so. */
        for (int some = 0; some < 1024; some++)
            for (int first = 0; first <= some; first++)
                if (held[first] == held[some]) {
                    worths[suit][some] = first;
                    break;
                }
    }
}

int main(void) {
    unsigned long long read[4];
    int leader, guess;
    clock_t spent = 0;
    for (int some = 0; some < 1024; some++)
        for (int bit = 9, place = 0; bit >= 0; bit--)
            if (some >> bit & 1) highest[some][++place] = 1 << bit;
    for (int depth = 0; depth <= 10; depth++) shown[depth] = (1 << 30) - (1 << (30 - 3 * depth));
    while (scanf("%llx %llx %llx %llx %d %d", read, read + 1, read + 2, read + 3, &leader, &guess) == 6) {
        cards left = 0;
        for (int seat = 0; seat < 4; seat++) {
            hands[seat] = 0;
            for (int suit = 0; suit < 4; suit++) hands[seat] |= (cards)(read[seat] >> 10 * suit & 1023) << 16 * suit;
            left |= hands[seat];
        }
        furnish();
        clock_t start = clock();
        int made = solve(left, leader, guess);
        spent += clock() - start;
        printf("%d %lld\n", made, (long long)nodes);
    }
    printf("%.6f\n", (double)spent / CLOCKS_PER_SEC);
    return 0;
}
