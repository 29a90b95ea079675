/* A judge of answers to units. It shares nothing with the search but the numbers that were handed over. */
#include "units.h"

bool judge_units(int variables, int values, const word *domains, const int *list, int64_t list_length,
                 const uint8_t *givens, const uint8_t *answer)
{
    for (int i = 0; i < variables; i++) {
        int value = answer[i];
        if (value < 1 || value > values || !(domains[i] >> (value - 1) & 1)) return false;
        if (givens[i] && givens[i] != value) return false;
    }
    /* Invariant: `seen` has the values of the members of this unit that were passed. */
    for (int64_t at = 0; at < list_length;) {
        uint64_t seen = 0;
        for (int members = list[at++]; members > 0; members--, at++) {
            uint64_t bit = (uint64_t)1 << (answer[list[at]] - 1);
            if (seen & bit) return false;
            seen |= bit;
        }
    }
    return true;
}
