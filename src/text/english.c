/* SPDX-License-Identifier: MIT */
/* english.c: the sentences of the core in English.  Written by tools/po.py from po/. */
/* clang-format off */
#include "boneyard/words.h"

static unsigned form_en(uint64_t n) { return (unsigned)((n != 1)); }

static const char *const said_en[BY_SENTENCES] = {
    [BY_SAY_AND] = " and ",
    [BY_SAY_OR] = " or ",
    [BY_SAY_NOR] = " or ",
    [BY_SAY_YOU] = "You",
    [BY_SAY_COUNT_TILES] = "{0} {0#tile|tiles}",
    [BY_SAY_ROUND] = "Round {0}. {1|You start|{1} starts}.",
    [BY_SAY_ROUND_CASTLE] = "Take tiles whose neighbours share a number.",
    [BY_SAY_LAYS] = "{0|You lay|{0} lays} {1}",
    [BY_SAY_ON_TILE] = " on {0}",
    [BY_SAY_ON_MEXICAN] = " on the Mexican Train",
    [BY_SAY_ON_OWN] = " on {0|your|their} own train",
    [BY_SAY_ON_TRAIN] = " on {0|your train|{0}'s train}",
    [BY_SAY_ANNOUNCES] = " and {0|announce|announces} one tile left.",
    [BY_SAY_ONE_LEFT] = " {0|You have|{0} has} one tile left.",
    [BY_SAY_ENDS_MAKE] = " The ends make {0}.",
    [BY_SAY_TAKES_THREE] = " The double needs three tiles before anyone can play elsewhere.",
    [BY_SAY_MAY_FOLLOW] = " One more tile may follow.",
    [BY_SAY_HAS_TO_FOLLOW] = " One more tile must follow.",
    [BY_SAY_OPEN_DOUBLE] = " The double is open: every other train is closed until {0a} is laid",
    [BY_SAY_TRAIN_OPEN] = " {0|Your|{0}'s} train is open.",
    [BY_SAY_PENALTY_TILE] = " The penalty is one tile from the boneyard.",
    [BY_SAY_PENALTY_TURN] = " The penalty is a lost turn.",
    [BY_SAY_OPENS_HUB] = "{0|You open|{0} opens} the hub with {1}.",
    [BY_SAY_TAKES] = "{0|You take|{0} takes} {1} away.",
    [BY_SAY_TAKES_BESIDE] = "{0|You take|{0} takes} {1} and both its neighbours.",
    [BY_SAY_DRAWS] = "{0|You draw|{0} draws}",
    [BY_SAY_DREW] = "{0|You|{0}} had nothing to play and drew {1}.",
    [BY_SAY_DREW_LACKING] = "{0|You|{0}} had no {1} and drew {2}.",
    [BY_SAY_DREW_ONE] = "a tile",
    [BY_SAY_DREW_COUNT] = "{0} tiles",
    [BY_SAY_PASSES] = "{0|You pass|{0} passes}.",
    [BY_SAY_PASSES_LACKING] = "{0|You have|{0} has} no {1} and {0|pass|passes}.",
    [BY_SAY_PASSES_STUCK] = "{0|You|{0}} can't play and {0|pass|passes}.",
    [BY_SAY_BONEYARD_EMPTY] = " The boneyard is empty.",
    [BY_SAY_BONEYARD_STAYS] = " The last {0#tile|{0} tiles} {0#stays|stay} in the boneyard.",
    [BY_SAY_CALLS_SCORE] = "{0|You call|{0} calls}: Muggins!",
    [BY_SAY_CALLS_TILE] = "{0|You call|{0} calls} out an unannounced last tile.",
    [BY_SAY_SCORES] = "{0|You score|{0} scores} {1} {1#point|points}, {2} in total.",
    [BY_SAY_PAYS] = "{0|You pay|{0} pays} a penalty of {1} {1#point|points}, for a total of {2}.",
    [BY_SAY_CASTLE_GONE] = "The castle is gone: every tile has been removed.",
    [BY_SAY_CASTLE_LEFT] = "No more removals are possible: {0} {0#tile is|tiles are} left, with {1} {1#pip|pips}.",
    [BY_SAY_IS_OUT] = "{0|You go|{0} goes} out with no tiles left.",
    [BY_SAY_IS_OUT_DOMINO] = "{0|You call \"Domino!\" and go|{0} calls \"Domino!\" and goes} out with no tiles left.",
    [BY_SAY_BLOCKED] = "No one can play: the round is blocked.",
    [BY_SAY_POINTS] = " Points:",
    [BY_SAY_PIPS_LEFT] = " Pips left:",
    [BY_SAY_GAIN] = " {0|You|{0}} +{1} = {2}",
    [BY_SAY_CASTLE_WON] = "You have won.",
    [BY_SAY_CASTLE_LOST] = "The castle still stands, so the game is lost. Fewest pips left: {0}.",
    [BY_SAY_WINS] = "{0|You win|{0} wins} the game.",
    [BY_SAY_WINNERS] = "",
    [BY_SAY_WIN] = " win the game.",
    [BY_SAY_CAN_CALL_SCORE] = "You can call an unclaimed score (L-25). ",
    [BY_SAY_CAN_CALL_TILE] = "You can call an unannounced last tile (T-16). ",
    [BY_SAY_CAN_TAKE] =
        "Remove the tile between two that share a number (R-02), or three tiles that share one (R-03).",
    [BY_SAY_CAN_DRAW_ROW] = "No removal is possible: draw (R-05).",
    [BY_SAY_CAN_LAY] = "You can play {0} of your {1} {1#tile|tiles}.",
    [BY_SAY_TILES_JOIN] = " Tiles join where their numbers match; {0} ({1}).",
    [BY_SAY_CAN_DRAW] = "None of your tiles fits, so you draw (C-05).",
    [BY_SAY_CAN_PASS] = "You can neither play nor draw, so you pass (C-10).",
    [BY_SAY_TASK_LEAD] = "start with {0}",
    [BY_SAY_TASK_ANY_TILE] = "lay any tile",
    [BY_SAY_TASK_ON] = "lay {0a} on the {1}",
    [BY_SAY_TASK_HELD_ON] = "lay {0} on the {1}",
    [BY_SAY_TASK_FOOT] = "lay {0a} on the {1}: {2w} {2#toe|toes} to go",
    [BY_SAY_TASK_A] = "{0a}",
    [BY_SAY_TASK_THE] = "the {0}",
    [BY_SAY_TASK_NUMBER] = "{0}",
    [BY_SAY_TASK_ENDS] = "play on {0}",
    [BY_SAY_TASK_WILD] = "play on {0}; blanks are wild",
    [BY_SAY_TASK_ANY_END] = "play on any open end",
    [BY_SAY_TASK_HELD_ENDS] = "lay {0} on {1}",
    [BY_SAY_TASK_HELD_ANY_END] = "lay {0} on any open end",
    [BY_SAY_TASK_CALL] = "lay a tile, or say Muggins!",
    [BY_SAY_TASK_NONE_DRAW] = "no {0}: draw a tile",
    [BY_SAY_TASK_NONE_PASS] = "no {0}: pass",
    [BY_SAY_TASK_DRAW] = "nothing fits: draw a tile",
    [BY_SAY_TASK_PASS] = "nothing fits: pass",
    [BY_SAY_TASK_PASS_OPENS] = "pass: your train opens",
    [BY_SAY_TASK_HUB] = "put {0} in the hub",
    [BY_SAY_TASK_START] = "start your train with {0a}",
    [BY_SAY_TASK_CLOSE] = "your train is open: play on it to close it",
    [BY_SAY_TASK_OWN_OR_OPEN] = "play on your train or an open one",
    [BY_SAY_TASK_OPEN_TRAIN] = "play on an open train",
    [BY_SAY_TASK_FITS] = "{0} fits {1}",
    [BY_SAY_TASK_FITS_MANY] = "{0} fits {1} trains",
    [BY_SAY_TASK_MORE] = "lay one more tile",
    [BY_SAY_TASK_ANSWER] = "lay {0a} on {2}'s {1}",
    [BY_SAY_TASK_ANSWER_OWN] = "lay {0a} on your {1}",
    [BY_SAY_TASK_ANSWER_MEXICAN] = "lay {0a} on the Mexican Train's {1}",
    [BY_SAY_TASK_TAKE] = "take {0}",
    [BY_SAY_TASK_TAKE_ONE] = "take a tile",
    [BY_SAY_TASK_TAKE_THREE] = "take one tile, or all three",
    [BY_SAY_TASK_DRAW_ROW] = "no match: draw a tile",
    [BY_SAY_TASK_DRAW_EMPTY] = "the row is empty: draw {0w} {0#tile|tiles}",
    [BY_SAY_ADD_CLAIM] = " A score counts only if you claim it, by adding +{0} to the play (L-25).",
    [BY_SAY_ADD_SIGN] = " The play that leaves you with one tile must be announced: add ! to it (T-16).",
    [BY_SAY_MAY_END] = " You may also end your turn now (T-11).",
    [BY_SAY_DRAW_COSTS] = " Drawing when a tile fits incurs this table's penalty (T-19).",
    [BY_SAY_THE_ENDS] = "the open {0#end is|ends are} ",
    [BY_SAY_FILL_FIRST] = "{0} must be filled first: it still needs {1} more ({2}).",
    [BY_SAY_THIRD_TILE] = "The third tile must go on one of your two doubles (T-14).",
    [BY_SAY_ANSWER_FIRST] = "The open double must be covered first: play {0a} on {1} ({2}).",
    [BY_SAY_MEXICAN] = "the Mexican Train",
    [BY_SAY_MEXICAN_SIGN] = "Mexican Train",
    [BY_SAY_YOUR_TRAIN] = "your train",
    [BY_SAY_TRAIN_OF] = "{0}'s train",
    [BY_SAY_TRAIN_AT] = "train t{0}",
    [BY_SAY_NO_DRAW_EMPTY_ROW] = "The boneyard is empty (R-06).",
    [BY_SAY_NO_DRAW_ONE_FIRST] = "Remove at least one tile before each draw (R-08).",
    [BY_SAY_NO_DRAW_TAKE_FIRST] = "Remove a tile first: you can draw only when no removal is possible (R-04).",
    [BY_SAY_NO_DRAW_FITS] = "You can play {0}, so you may not draw (C-05).",
    [BY_SAY_NO_DRAW_HERE] = "There is no drawing in this game: pass if you cannot play (L-09).",
    [BY_SAY_NO_DRAW_LAST] = "The last {0} {0#tile|tiles} of the boneyard may not be drawn (L-11). Pass instead.",
    [BY_SAY_NO_DRAW_EMPTY] = "The boneyard is empty: you must pass (C-10).",
    [BY_SAY_NO_DRAW_TWICE] = "You have already drawn this turn (T-08).",
    [BY_SAY_NO_PASS_CASTLE] = "There is no passing in Castle Rock: remove a tile or draw (R-04, R-05).",
    [BY_SAY_NO_PASS_FITS] = "You can play {0}, so you may not pass (C-05).",
    [BY_SAY_NO_PASS_DRAW] = "You can still draw ({0}).",
    [BY_SAY_NO_CALL_SCORE] = "There is no unclaimed score to call (L-25).",
    [BY_SAY_NO_CALL_TILE] = "There is no unannounced last tile to call (T-16).",
    [BY_SAY_NO_CALL_TABLE] = "There are no calls at this table (D-12).",
    [BY_SAY_NO_CALL_GAME] = "This game has no calls.",
    [BY_SAY_NO_TAKE_HERE] = "In this game you lay tiles and never remove them (N-05).",
    [BY_SAY_NO_TAKE_ROW] = "{0} is not in the row.",
    [BY_SAY_NO_TAKE_END] = "{0} is at an end of the row: only a tile between two others can be removed (R-02).",
    [BY_SAY_NO_TAKE_THREE] = "{0} and its neighbours do not all share one number (R-03).",
    [BY_SAY_NO_TAKE_NUMBER] = "The neighbours of {0} share no number (R-02).",
    [BY_SAY_NO_SIGN_LEFT] = "That does not leave you with one tile, so there is nothing to announce (T-16).",
    [BY_SAY_NO_SIGN_HERE] = "Last tiles are not announced at this table (T-16, D-12).",
    [BY_SAY_NO_CLAIM_HERE] = "Scores are counted automatically at this table: leave out the claim (N-06, D-12).",
    [BY_SAY_NO_CLAIM_FIVES] =
        "That makes {0}: only multiples of five score, so there is nothing to claim (L-16, N-06).",
    [BY_SAY_CLAIM_IS] = "That makes {0}, so claim +{1} (L-16, N-06).",
    [BY_SAY_NO_TRAIN] = "There is no train t{0}.",
    [BY_SAY_OWN_FIRST] = "On your first turn you can only begin your own train (T-20).",
    [BY_SAY_OWN_BEFORE] = "You cannot begin another train before your own (T-21).",
    [BY_SAY_NOT_OPEN] = "{0}'s train is not open: it has no marker (T-07).",
    [BY_SAY_NOT_OPEN_AT] = "Train t{0} is not open: it has no marker (T-07).",
    [BY_SAY_HUB_FIRST] = "The highest double must open the hub first: {0}@hub (T-04).",
    [BY_SAY_ONLY_DRAWN] = "You may play only the tile you have just drawn, {0} (T-08).",
    [BY_SAY_OWN_WITH] = "On your first turn you can only begin your own train, with {0a} (T-20).",
    [BY_SAY_NO_SECOND_DOUBLE] =
        "{0} may follow a double only if you then hold a third tile that fits one of the two (T-14).",
    [BY_SAY_FITS_NO_TRAIN] = "{0} does not fit any train that is open to you (T-07).",
    [BY_SAY_BEGINS_WITH] = "The round begins with {0}, the highest double (L-05, D-02).",
    [BY_SAY_FITS_NO_END] = "{0} does not fit any open end: {1} ({2}).",
    [BY_SAY_TAKES_NO_MORE] = "{0} takes no more tiles (L-12, L-13).",
    [BY_SAY_NOT_ON_TABLE] = "{0} is not on the table.",
    [BY_SAY_NO_LAY_CASTLE] = "In Castle Rock you remove tiles: take, take3 or draw (N-05).",
    [BY_SAY_NOT_IN_HAND] = "{0} is not in your hand.",
    [BY_SAY_NOT_THERE] = "{0} does not fit there: the touching halves must match (C-04).",
    [BY_SAY_SEVERAL] = "{0} fits in several places: type {1} (N-07).",
    [BY_SAY_ONLY_CALL] = "It is not your turn: you can only call ({0}).",
    [BY_SAY_NOT_YOUR_TURN] = "It is not your turn yet.",
    [BY_SAY_NO_MOVE] =
        "Unknown move. Type a tile such as 5-4, or draw, pass or take. Type ? to list the possible moves"
          " (N-07).",
    [BY_SAY_HUB_SET] = "The hub already has its double: play on a train, @t0 or @m (N-03).",
    [BY_SAY_NO_HUB] = "This game has no hub (N-03).",
    [BY_SAY_DO_LAY] = "{0|lay|lay} {1}",
    [BY_SAY_DO_HUB] = "{0|open|open} the hub with {1}",
    [BY_SAY_DO_TAKE] = "{0|take|take} {1} away",
    [BY_SAY_DO_TAKE_BESIDE] = "{0|take|take} {1} and both its neighbours",
    [BY_SAY_DO_DRAW] = "{0|draw|draw}",
    [BY_SAY_DO_PASS] = "{0|pass|pass}",
    [BY_SAY_DO_CALL_SCORE] = "{0|call|call} Muggins",
    [BY_SAY_DO_CALL_TILE] = "{0|call|call} the unannounced last tile",
    [BY_SAY_WITH_HALF] = " with the {0}",
    [BY_SAY_AND_CLAIM] = " and claim {0}",
    [BY_SAY_AND_SIGN] = " and announce one tile left",
    [BY_SAY_ALIKE] = "Your moves are worth about the same. ",
    [BY_SAY_ONLY_MOVE] = ": the only move",
    [BY_SAY_WORKS_OUT] = ": it comes out best when the rest is played out",
    [BY_SAY_HURRIED] = "The analysis of this move was cut short.",
    [BY_SAY_AND_ALSO] = ", and ",
    [BY_SAY_HAS_NO] = "{0|You have|{0} has} no {1}.",
    [BY_SAY_COMMA_NO] = ", no ",
    [BY_SAY_AND_NO] = " and no ",
    [BY_SAY_R_WINS] = "it wins the game",
    [BY_SAY_R_OUT] = "it is {0|your|{0}'s} last tile",
    [BY_SAY_R_SCORES] = "it scores {0}",
    [BY_SAY_R_MAKES] = "the ends make {0} and score {1}",
    [BY_SAY_R_CLAIMS] = "points count only if claimed",
    [BY_SAY_R_SIGNS] = "the last tile must be announced",
    [BY_SAY_R_SILENT] = "{0|you have|{0} has} one tile left and did not announce it",
    [BY_SAY_R_UNCLAIMED] = "{0|you take|{0} takes} the {1} that {2|you|{2}} did not claim",
    [BY_SAY_R_BLOCKS] = "it blocks the round, and {0|you have|{0} has} the lowest count, {1}",
    [BY_SAY_R_BLOCKS_LIKELY] = "it blocks the round, and {0|you probably have|{0} probably has} the lowest count, {1}",
    [BY_SAY_R_HAS_TO_DRAW] = "{0|you|{0}} then cannot play and must draw",
    [BY_SAY_R_HAS_TO_PASS] = "{0|you|{0}} then cannot play and must pass",
    [BY_SAY_R_HARDLY] =
        "{0|you|{0}} probably cannot play, with only {1w} {1#tile that fits|tiles that fit} still unseen",
    [BY_SAY_R_OWNS] = "no one else has {0a} left",
    [BY_SAY_R_KEEPS] = "{0|you still hold|{0} still holds} {1w} {2}s for an open end",
    [BY_SAY_R_ONLY] = "{0|you keep|{0} keeps} {1}, {0|your|their} only {2}",
    [BY_SAY_R_FOLLOW_ALL] = "all {0|your|{0}'s} other tiles fit afterwards",
    [BY_SAY_R_FOLLOW] = "{1} of {0|your|{0}'s} {2} other tiles fit afterwards",
    [BY_SAY_R_STAYS_OPEN] = "no other train may be used until {1} is covered, and {0|you|{0}} must find {2a}",
    [BY_SAY_R_LEAVES_OPEN] = "it leaves {0} open, with {1w} {2}{1#|s} still out to cover it",
    [BY_SAY_R_DOUBLE] = "it gets rid of a double, which fits only one number",
    [BY_SAY_R_STICKS] = "it plays {0} before that tile gets stuck, with only {1w} other {2}{1#|s} left",
    [BY_SAY_R_STICKS_LAST] = "it plays {0} before that tile gets stuck, with no other {1}s left",
    [BY_SAY_R_MEXICAN] = "it starts the Mexican Train",
    [BY_SAY_R_NEXT_OF] = "it is the next of {1} tiles planned for {0|your|{0}'s} own train",
    [BY_SAY_R_OWN_TRAIN] = "it extends {0|your|{0}'s} own train",
    [BY_SAY_R_NO_USE] = "it does not fit {0|your|{0}'s} own train",
    [BY_SAY_R_WHOLE] = "{0|your|{0}'s} own train of {1} {1#tile|tiles} stays intact",
    [BY_SAY_R_CLOSES] = "it closes {0|your|{0}'s} train again",
    [BY_SAY_R_ANSWERS] = "{0} can cover the double",
    [BY_SAY_R_THREE] = "it removes three tiles at once",
    [BY_SAY_R_CHAIN] = "{0} more {0#tile|tiles} can be removed afterwards",
    [BY_SAY_R_EMPTIES] = "it empties the row",
    [BY_SAY_R_SHORT] = "it leaves the fewest tiles in the end, {0}",
    [BY_SAY_R_READY] = "{0} of the {1} tiles still to come would allow a removal",
    [BY_SAY_R_PIPS] = "it gets rid of {0} pips",
    [BY_SAY_R_HEAVIEST] = "it gets rid of the heaviest tile, with {0} pips",
    [BY_SAY_R_DENIES] = "no tile scores for {0|you|{0}} afterwards",
    [BY_SAY_R_DENIES_ALL_BUT] = "only one tile scores for {0|you|{0}} afterwards",
    [BY_SAY_R_LIMITS] = "{0|you|{0}} can then score {1} at most",
    [BY_SAY_R_RARE] = "the {1} it opens is on only {0w} other {0#tile|tiles}",
    [BY_SAY_R_COVERS] = "it covers the {0}, a number that {1w} unseen {1#tile fits|tiles fit}",
    [BY_SAY_R_BLANK] = "a 0-0 left in hand costs {0} extra",
    [BY_SAY_R_FOOT] = "everyone must now play {2}s, of which {0|you hold|{0} holds} {1w}",
    [BY_SAY_R_FEWER] = "only {1w} of the tiles still out {1#lets|let} {0|you|{0}} follow, instead of {2w}",
    [BY_SAY_R_FEWER_NONE] = "none of the tiles still out lets {0|you|{0}} follow",
    [BY_SAY_R_LACKS] = "it opens {1a}, which {0|you do|{0} does} not have",
    [BY_SAY_R_STOPS] =
        "{0|you are|{0} is} down to {1w} {1#tile|tiles}, and only {2w} of the tiles still out {2#fits|fit},"
          " instead of {3w}",
    [BY_SAY_R_SHUTS_BLANK] = "it leaves no open blank on which {0|you|{0}} could play any tile",
    [BY_SAY_R_SAVES_BLANK] = "it saves {1} for later, as a blank fits anywhere",
    [BY_SAY_R_JOINS] = "a blank fits any number, so {0} can close the {1}",
    [BY_SAY_R_MORE_FIT] = "{1w} of {0|your|{0}'s} other tiles {1#fits|fit} afterwards, instead of {2w}",
    [BY_SAY_R_MORE_FIT_NONE] = "{1w} of {0|your|{0}'s} other tiles {1#fits|fit} afterwards; otherwise none would",
    [BY_SAY_R_MORE_ENDS] = "{0|you then have|{0} then has} {1w} open ends to play on instead of {2w}",
    [BY_SAY_R_VARIETY] = "it keeps {1w} different numbers in {0|your|{0}'s} hand instead of {2w}",
    [BY_SAY_R_SAVES] = "it saves {1} for the {2}, where no one else can play",
    [BY_SAY_R_OWN_END] = "it leaves {1a} open instead of {2a}, and {0|you hold|{0} holds} more {1}s",
    [BY_SAY_R_SCARCER] = "it leaves {0a} open instead of {1a}, and fewer {0}s are still out",
    [BY_SAY_R_OPENS_OWN] = "it opens {1a} rather than {2a}, and {0|you hold|{0} holds} more {1}s",
    [BY_SAY_R_OPENS_SCARCE] = "it opens {0a} rather than {1a}, and fewer {0}s are still out",
    [BY_SAY_R_KEEPS_CLOSED] = "it keeps the {0} closed, with {1w} {0}{1#|s} still out",
    [BY_SAY_R_SPARES] = "only {1w} of the tiles still out {1#scores|score} for {0|you|{0}}, instead of {2w}",
    [BY_SAY_R_SPARES_NONE] = "none of the tiles still out scores for {0|you|{0}}",
    [BY_SAY_R_SETS_UP] = "{0|you|{0}} can score {1} next if the ends stay as they are",
    [BY_SAY_R_HOME_END] = "{0|your|{0}'s} own train then ends in {1a}, with more {1}s than {2}s in hand",
    [BY_SAY_R_SHEDS] = "it gets rid of {0} pips instead of {1}",
    [BY_SAY_R_HIGH_FIRST] = "it gets rid of {0} pips instead of {1}, as high tiles should go early",
    [BY_SAY_R_UNLOADS] =
        "{0|you are|{0} is} down to {1w} {1#tile|tiles}, so get rid of high tiles: {2} pips instead of {3}",
    [BY_SAY_R_LIGHTER] = "it opens {0a} rather than {1a}, as others could get rid of heavier tiles on the {1}",
    [BY_SAY_R_HOLDS_NONE] = "{1} can wait, as it needs {2}s to follow and {0|you hold|{0} holds} no others",
    [BY_SAY_R_HOLDS_ONE] = "{1} can wait, as it needs {2}s to follow and {0|you hold|{0} holds} just one other",
    [BY_SAY_R_LOCKS] = "no one can play anywhere but on {0} until it has three toes, so others may have to draw",
    [BY_SAY_R_GROWS] = "{0|your|{0}'s} own train can still grow by {1w} {1#tile|tiles} instead of {2w}",
    [BY_SAY_R_GROWS_STILL] = "{0|your|{0}'s} own train can still grow, by {1w} {1#tile|tiles}",
    [BY_SAY_R_CARRIES] = "{0|your|{0}'s} own train can take {1} pips in total instead of {2}",
    [BY_SAY_R_BOTH] =
        "{0|your|{0}'s} own train and the Mexican Train can then take {1w} {1#tile|tiles} from the hand instead"
          " of {2w}",
    [BY_SAY_R_EXTRA] =
        "{1} is an extra, so {0|your|{0}'s} own {2w}-tile train can wait, hidden in {0|your|their} hand",
    [BY_SAY_R_WAITS] = "{0|your|{0}'s} own train can wait, as no one else can play on it",
    [BY_SAY_R_GUEST] = "it plays on {0|your|{0}'s} train while that train is open",
    [BY_SAY_R_DRAWS_FIRST] = "the removal can wait, and the next tile may allow a better one",
    [BY_SAY_R_ONE_ONLY] = "it keeps {0w} tiles in the row to match the next ones, instead of {1w}",
    [BY_SAY_R_OPEN_FOR_OWN] = "it leaves {1} open, where {0|you|{0}} can play {2a} later",
    [BY_SAY_GRADE_BEST] = "best",
    [BY_SAY_GRADE_FINE] = "fine",
    [BY_SAY_GRADE_LOOSE] = "loose",
    [BY_SAY_GRADE_BLUNDER] = "blunder",
    [BY_SAY_DECIMAL] = ".",
    [BY_SAY_COST_CHANCE] = "{0} % of the match",
    [BY_SAY_COST_POINTS] = "{0} {1|point|points}",
    [BY_SAY_COST_PIPS] = "{0} {1|pip|pips}",
    [BY_SAY_COST_TILES] = "{0} {1|tile|tiles}",
    [BY_SAY_RANGE] = "{0} to {1}",
    [BY_SAY_NO_GAME_NAMED] = "no game given: name a game and its rule sheet, as in muggins:number",
    [BY_SAY_NO_SUCH_GAME] = "there is no game {0}.{1} The games are {2}",
    [BY_SAY_NO_SHEET] = "{0} has no rule sheet {1}.{2} Its sheets are {3}",
    [BY_SAY_NO_OPTION] = "{0} has no option {1}.{2} It has {3}",
    [BY_SAY_DID_YOU_MEAN] = " Did you mean {0}?",
    [BY_SAY_NOT_AN_OPTION] = "{0} is not an option: write option=value",
    [BY_SAY_GIVEN_TWICE] = "{0} is given twice",
    [BY_SAY_NOT_ALLOWED] = "{0}={1} is not allowed in {2}{3}: {0} can be {4}",
    [BY_SAY_AT_TABLE] = " with players={0} and set={1}",
    [BY_SAY_NO_HAND_SIZE] =
        "players={0} with set={1}: the sheet gives no hand size for this; choose another set, or add hand= with"
          " {2}",
    [BY_SAY_OPTION_OFF] = "This table plays with {0}={1}. The {0} option decides {2}.",
    [BY_SAY_TEAMS_OF_FOUR] = "teams=on is not allowed with players={0}: two teams of partners need players=4",
    [BY_SAY_TWO_OR_SATISFY] =
        "two-doubles=on is not allowed with double=satisfy: add two-doubles=off, double=must or double=may",
    [BY_SAY_KEEP_NEEDS] = "penalty=keep is not allowed with infractions=prevent: it needs infractions=penalise",
    [BY_SAY_OPTION_PLAYERS_ABOUT] = "how many people play",
    [BY_SAY_OPTION_SET_ABOUT] = "the domino set, named by its highest double",
    [BY_SAY_OPTION_HAND_ABOUT] = "how many tiles each player draws",
    [BY_SAY_OPTION_TEAMS_ABOUT] = "whether four players form two teams, with partners opposite each other",
    [BY_SAY_OPTION_FIRST_SEAT_ABOUT] = "the seat that leads the first round if the lead is fixed",
    [BY_SAY_OPTION_LEAD_ABOUT] =
        "who leads the first round: a fixed seat, the holder of the highest double, or a player chosen by lot",
    [BY_SAY_OPTION_NEXT_LEAD_ABOUT] =
        "who leads later rounds: the next seat, the holder of the highest double, or the previous winner",
    [BY_SAY_OPTION_DRAW_ABOUT] = "what a player who cannot play draws: nothing, one tile, or tiles until one fits",
    [BY_SAY_OPTION_RESERVE_ABOUT] = "how many tiles in the boneyard may not be drawn",
    [BY_SAY_OPTION_BLANKS_ABOUT] = "whether a blank matches only blanks or any number",
    [BY_SAY_OPTION_SPINNER_ABOUT] = "which doubles take tiles on all four sides",
    [BY_SAY_OPTION_PLAY_UNIT_ABOUT] = "how many pips make one point during play",
    [BY_SAY_OPTION_BONUS_UNIT_ABOUT] = "how many pips make one point at the end of a round",
    [BY_SAY_OPTION_BONUS_OF_ABOUT] = "whose tiles count for the bonus: the opponents' or everyone's",
    [BY_SAY_OPTION_BONUS_TO_ABOUT] = "who takes the bonus when a player goes out: that player, or the lowest count",
    [BY_SAY_OPTION_CALL_ABOUT] =
        "whether players must claim their scores; opponents may call a score that was not claimed",
    [BY_SAY_OPTION_BLOCKED_ABOUT] =
        "what a blocked round is worth: the opponents' pips, or those pips minus the winner's own",
    [BY_SAY_OPTION_TIE_ABOUT] =
        "what happens when a blocked round is tied: no one scores, or the player with the lowest tile wins",
    [BY_SAY_OPTION_TARGET_ABOUT] = "the score needed to win the game",
    [BY_SAY_OPTION_END_ABOUT] = "when the game ends once the target is reached: at once, or after the round",
    [BY_SAY_OPTION_ROUNDS_ABOUT] = "how many rounds are played",
    [BY_SAY_OPTION_BLANK_PENALTY_ABOUT] = "extra points for a 0-0 left in the hand",
    [BY_SAY_OPTION_DOUBLE_ABOUT] =
        "what may follow a double: one more tile anywhere, an optional tile, or one on the double",
    [BY_SAY_OPTION_TWO_DOUBLES_ABOUT] = "whether a second double may follow the first if a third tile fits",
    [BY_SAY_OPTION_KNOCK_ABOUT] = "whether players must announce their last tile",
    [BY_SAY_OPTION_PENALTY_ABOUT] = "what an infraction costs",
    [BY_SAY_OPTION_INFRACTIONS_ABOUT] = "whether a player may draw when a tile fits: never, or for a penalty",
    [BY_SAY_OPTION_REMOVALS_ABOUT] =
        "which removals are required in Castle Rock: all that are possible, or at least one before each draw",
    [BY_SAY_SECTION_SETUP] = "Setting up",
    [BY_SAY_SECTION_LEAD] = "Who leads",
    [BY_SAY_SECTION_TURN] = "Your turn",
    [BY_SAY_SECTION_DOUBLES] = "Doubles",
    [BY_SAY_SECTION_LAST] = "The last tile",
    [BY_SAY_SECTION_INFRACTIONS] = "Infractions",
    [BY_SAY_SECTION_SCORING] = "Scoring while playing",
    [BY_SAY_SECTION_ROUND] = "End of a round",
    [BY_SAY_SECTION_END] = "The end",
    [BY_SAY_SECTION_GAME] = "End of the game",
    [BY_SAY_SECTION_NOTATION] = "Notation",
    [BY_SAY_RULE_C_01A] =
        "Play with a double-6 set: 28 tiles, one for every pair of numbers from 0 to 6. The 0 is the blank.",
    [BY_SAY_RULE_C_01B] =
        "From your double-{1} set, take only the tiles up to 6-6: 28 tiles, one for every pair of numbers from"
          " 0 to 6.",
    [BY_SAY_RULE_C_01C] =
        "Play with a double-{1} set: one tile for every pair of numbers from 0 to {1}. The 0 is the blank.",
    [BY_SAY_RULE_C_02] =
        "{0} players sit around the table; the turn passes clockwise. Before every round, all tiles are"
          " shuffled face down.",
    [BY_SAY_RULE_F_03A] =
        "The double of the round is laid in the centre before the deal: {1}-{1} in the first round, and the"
          " next lower double in each later round.",
    [BY_SAY_RULE_T_03] =
        "The double of the round, the engine, is laid in the hub before the deal: {1}-{1} in the first round,"
          " and the next lower double in each later round.",
    [BY_SAY_RULE_L_02] = "Each player takes {2} tiles. The rest form the boneyard.",
    [BY_SAY_RULE_L_03] =
        "Two teams play, partners opposite each other: seats 1 and 3 against seats 2 and 4. A team has one"
          " score.",
    [BY_SAY_RULE_R_01] =
        "Shuffle all tiles face down; they are the boneyard. Draw three and lay them face up in a row.",
    [BY_SAY_RULE_L_04A] = "Seat {3} leads the first round, with any tile.",
    [BY_SAY_RULE_L_05A] =
        "In every round, the holder of the highest double leads that double. If no hand holds a double, all"
          " tiles are shuffled and dealt again.",
    [BY_SAY_RULE_L_05B] =
        "In the first round, the holder of the highest double leads, with that double. If no hand holds a"
          " double, all tiles are shuffled and dealt again.",
    [BY_SAY_RULE_L_06A] =
        "The lead of the first round is decided by lot: each player draws a tile, and the one with the most"
          " pips leads (if equal, the one with the higher half). The tiles go back before the deal. Any tile may"
          " be led.",
    [BY_SAY_RULE_L_04B] = "In later rounds, the next seat clockwise leads, with any tile.",
    [BY_SAY_RULE_L_05C] =
        "In later rounds, the holder of the highest double leads, with that double. If no hand holds a double,"
          " all tiles are shuffled and dealt again.",
    [BY_SAY_RULE_L_06B] =
        "In later rounds, the winner of the previous round leads. If no one won it, the lead is decided as in"
          " the first round.",
    [BY_SAY_RULE_L_06C] =
        "In the team that won the previous round, the player who went out leads; if neither partner did, the"
          " one with fewer pips leads (if equal, the lower seat).",
    [BY_SAY_RULE_F_04] = "Seat {3} starts the first round; the start moves one seat clockwise each round.",
    [BY_SAY_RULE_T_04A] =
        "The holder of the highest double of all hands sets it in the hub and continues with a normal first"
          " turn. If no hand holds a double, all tiles are shuffled and dealt again.",
    [BY_SAY_RULE_C_05] =
        "Lay one tile on an open end with the same number. If you can play, you must; no one may hold back a"
          " playable tile.",
    [BY_SAY_RULE_L_08A] = "A blank matches every number, and every number matches a blank. It still counts 0.",
    [BY_SAY_RULE_L_08B] = "A blank matches only another blank.",
    [BY_SAY_RULE_C_04A] =
        "The tiles form one line with two ends. A double lies across the line and takes tiles only at its"
          " sides.",
    [BY_SAY_RULE_C_04B] =
        "The first double of the round is the spinner: it takes tiles on all four sides, first one at each side"
          " and then one at each end. Every other double lies across the line and takes tiles only at its sides."
          " Equivalent free places are marked only once.",
    [BY_SAY_RULE_C_04C] =
        "Every double is a spinner: it takes tiles on all four sides, first one at each side and then one at"
          " each end. Equivalent free places are marked only once.",
    [BY_SAY_RULE_L_09] = "If you cannot play, you pass. There is no drawing.",
    [BY_SAY_RULE_L_10A] =
        "If you cannot play, draw one tile after another until one fits, and play it. If no tile is left to"
          " draw, pass.",
    [BY_SAY_RULE_L_10B] =
        "If you cannot play, draw one tile. Play it if it fits; otherwise your turn ends. If no tile is left to"
          " draw, pass.",
    [BY_SAY_RULE_L_11A] = "The last tile of the boneyard may not be drawn.",
    [BY_SAY_RULE_L_11B] = "The last {4} {4#tile|tiles} of the boneyard may not be drawn.",
    [BY_SAY_RULE_L_11C] = "All tiles in the boneyard may be drawn.",
    [BY_SAY_RULE_F_05] =
        "The first six tiles are all played on the centre double, three to each side. No other end is open"
          " until all six are in place. Equivalent free places are marked only once.",
    [BY_SAY_RULE_F_06] =
        "Then lay one tile against any chickentoe (a free end) with the same number. If you can play, you must.",
    [BY_SAY_RULE_F_07] =
        "A double must take three tiles, its chickenfoot, before any other end is open again. Any player may"
          " lay them. Your turn ends after a double, as after any other tile.",
    [BY_SAY_RULE_F_08] =
        "If you cannot play, draw one tile. If it fits, you must play it at once; otherwise your turn ends. If"
          " the boneyard is empty, pass.",
    [BY_SAY_RULE_D_10A] =
        "If the number that a foot needs has run out, drawing and passing continue until the round is blocked.",
    [BY_SAY_RULE_T_20] =
        "On your first turn, you can only begin your own train, with the number of the hub. If you cannot, draw"
          " one tile. Play it if it fits; otherwise, put your marker on your station.",
    [BY_SAY_RULE_T_05] =
        "You own one train. There is at most one Mexican Train, which belongs to everyone. Each train begins"
          " with the number of the double in the hub; later tiles match the train's last number.",
    [BY_SAY_RULE_T_07] =
        "Lay one tile on your own train, on the Mexican Train, or on a train with a marker. If you can play,"
          " you must.",
    [BY_SAY_RULE_T_06] = "Any player may begin the Mexican Train on any turn.",
    [BY_SAY_RULE_T_21] =
        "Until your own train has begun, you may begin neither the Mexican Train nor another player's train.",
    [BY_SAY_RULE_T_08] =
        "If you cannot play, draw one tile. If it fits, you must play it and no other. Otherwise your marker"
          " goes on your train, other players may play there, and your turn ends. If the boneyard is empty, pass;"
          " your marker then goes on your train too.",
    [BY_SAY_RULE_T_09] = "Laying a tile on your own train removes your marker.",
    [BY_SAY_RULE_C_06] = "Once laid, a tile stays: no move can be taken back, except in practice against bots.",
    [BY_SAY_RULE_R_02] =
        "If the two neighbours of a tile share a number, on either half, you can remove the tile between them.",
    [BY_SAY_RULE_R_03] =
        "If three tiles in a row have one number in common, you can remove all three instead. You choose.",
    [BY_SAY_RULE_R_04] =
        "While a removal is possible, you must make one before drawing. The row closes up, which can create new"
          " matches anywhere.",
    [BY_SAY_RULE_R_08] =
        "If a removal is possible, you must make at least one after each draw; then you may draw even if more"
          " removals are possible. When the boneyard is empty, removals continue.",
    [BY_SAY_RULE_R_05] =
        "If no removal is possible, draw one tile and add it to the right end of the row. If the row is empty,"
          " draw three tiles, or as many as are left.",
    [BY_SAY_RULE_T_10] =
        "After a double, you must lay one more tile, on the double or on any train open to you. If you cannot,"
          " draw one and lay it if it fits; otherwise, your marker goes on your train.",
    [BY_SAY_RULE_T_11A] =
        "After a double, you may lay one more tile, on the double or on any train open to you. Or you may end"
          " your turn instead, without a marker. If you hold no tile that fits, draw one and lay it if it fits;"
          " otherwise, your marker goes on your train.",
    [BY_SAY_RULE_T_22] =
        "A double must be satisfied at once, with a tile from your hand or one that you draw. If you cannot,"
          " your marker goes on your train, and the next players must satisfy it in the same way. Satisfying the"
          " double ends the player's turn.",
    [BY_SAY_RULE_T_12] = "If the last tile of a hand is a double, the round ends; no further tile is needed.",
    [BY_SAY_RULE_T_13] =
        "If your turn ends with nothing laid on the double, every other train is closed to all players until"
          " the double is covered. A player who cannot cover it, even after drawing one tile, marks their own"
          " train.",
    [BY_SAY_RULE_T_14A] =
        "The additional tile may itself be a double if you then hold a tile, other than one just drawn, that"
          " fits one of the two doubles. You must lay that tile third; the other double stays open.",
    [BY_SAY_RULE_T_14B] = "The additional tile may not be a second double, unless it is your last tile.",
    [BY_SAY_RULE_D_10B] =
        "If the number that an open double needs has run out, drawing and passing continue until the round is"
          " blocked.",
    [BY_SAY_RULE_T_16] =
        "Announce the play that leaves you with one tile. If you do not, any other player may call you out"
          " until the first move of a later turn; the first call counts.",
    [BY_SAY_RULE_T_17A] = "Being called out costs nothing.",
    [BY_SAY_RULE_T_17B] = "If you are called out, you draw one tile from the boneyard, if one is left.",
    [BY_SAY_RULE_T_17C] = "Being called out costs 50 points at once.",
    [BY_SAY_RULE_T_17D] = "Being called out costs you your next turn. Lost turns add up and end with the round.",
    [BY_SAY_RULE_T_19] =
        "You can draw even if a tile fits, once for the first and once for the additional tile of a turn. Then"
          " you must lay a tile that fits.",
    [BY_SAY_RULE_T_17E] =
        "You can draw even if a tile fits, once for the first and once for the additional tile of a turn. You"
          " keep the drawn tile, and your turn ends without a marker.",
    [BY_SAY_RULE_T_11B] = "After such a draw for the additional tile, you can no longer choose to end your turn.",
    [BY_SAY_RULE_T_17F] = "That costs nothing.",
    [BY_SAY_RULE_T_17G] = "As a penalty, you draw one more tile from the boneyard, if one is left.",
    [BY_SAY_RULE_T_17H] = "That costs 50 points at once.",
    [BY_SAY_RULE_T_17I] = "That costs you your next turn. Lost turns add up and end with the round.",
    [BY_SAY_RULE_L_15] =
        "After each play, add up the open ends. A double at an end counts both halves; a double inside the line"
          " counts nothing. A lone first tile counts both halves, so 5-5 counts 10, and 5-5 with 5-2 counts 12.",
    [BY_SAY_RULE_L_16A] = "If the count is a multiple of five other than 0, you score it: 15 scores 15 points.",
    [BY_SAY_RULE_L_16B] =
        "If the count is a multiple of five other than 0, you score one point per five: 15 scores 3 points.",
    [BY_SAY_RULE_L_25] =
        "A score counts only if you claim it with the play. If you forget, an opponent may call \"Muggins!\""
          " and take it until the next player has moved. Partners may not call, and no one can once the round is"
          " over.",
    [BY_SAY_RULE_C_07] =
        "The round ends when a hand is empty or the round is blocked, that is, when each player in turn could"
          " neither play nor draw.",
    [BY_SAY_RULE_F_09] =
        "The round ends when a hand is empty, even if its last tile is a double or a foot is unfinished. It"
          " also ends when it is blocked, that is, when each player in turn could neither play nor draw.",
    [BY_SAY_RULE_T_15] =
        "The round ends when a hand is empty or the round is blocked. A round is blocked when each player in"
          " turn could neither play nor draw, and no player could play with the current markers and open doubles.",
    [BY_SAY_RULE_L_17A] = "The player who goes out scores the pips left in the other hands.",
    [BY_SAY_RULE_L_17B] =
        "The player who goes out scores the pips left in the other team's hands; the partner's do not count.",
    [BY_SAY_RULE_L_20A] = "The player who goes out scores the pips left in all hands.",
    [BY_SAY_RULE_L_17C] =
        "When a player goes out, the player or team with the fewest pips left scores the pips in the opponents'"
          " hands. In teams, this may be either team; a tie goes to the player who went out.",
    [BY_SAY_RULE_L_17D] =
        "When a player goes out, the player or team with the fewest pips left scores the pips in all hands. In"
          " teams, this may be either team; a tie goes to the player who went out.",
    [BY_SAY_RULE_L_18A] = "When the round is blocked, the lowest count wins and scores the opponents' pips.",
    [BY_SAY_RULE_L_18B] =
        "When the round is blocked, the team with the lowest combined count wins and scores the other team's"
          " pips.",
    [BY_SAY_RULE_L_18C] =
        "When the round is blocked, the lowest count wins and scores the pips of all hands, including its own.",
    [BY_SAY_RULE_L_18D] =
        "When the round is blocked, the team with the lowest combined count wins and scores the pips of all"
          " hands, including its own.",
    [BY_SAY_RULE_L_21A] =
        "When the round is blocked, the lowest count wins and scores the others' pips minus its own.",
    [BY_SAY_RULE_L_21B] =
        "When the round is blocked, the team with the lowest combined count wins and scores the other team's"
          " pips minus its own.",
    [BY_SAY_RULE_L_20B] =
        "When the round is blocked, the lowest count (in teams the lowest combined count) wins and scores the"
          " pips of all hands minus its own.",
    [BY_SAY_RULE_L_22A] =
        "If the lowest count is tied, the player holding the single tile with the fewest pips wins; if that"
          " ties too, no one scores.",
    [BY_SAY_RULE_L_22B] =
        "If the lowest count is tied, the team holding the single tile with the fewest pips wins; if that ties"
          " too, no one scores.",
    [BY_SAY_RULE_L_22C] = "If the lowest count is tied, no one scores.",
    [BY_SAY_RULE_L_21C] = "The pips are scored without rounding.",
    [BY_SAY_RULE_L_19A] = "The sum is rounded to the nearest five, once: 7 scores 5, 8 scores 10.",
    [BY_SAY_RULE_L_19B] =
        "The sum is rounded to the nearest five, once, and scores one point per five: 7 scores 1, 8 and 12"
          " score 2, 18 scores 4.",
    [BY_SAY_RULE_F_10A] = "The pips left in each player's hand are added to that player's score.",
    [BY_SAY_RULE_F_10B] =
        "The pips left in each player's hand are added to that player's score; the holder of the 0-0 adds {7}"
          " more.",
    [BY_SAY_RULE_R_06] =
        "The game ends when the boneyard is empty and no removal is possible. If every tile is gone, you win;"
          " otherwise your result is the number of tiles and pips left, and fewer is better.",
    [BY_SAY_RULE_R_07A] = "Play {6} rounds and try to beat your lowest pip count.",
    [BY_SAY_RULE_R_07B] = "You can also play against the clock: the time is part of your result.",
    [BY_SAY_RULE_L_23A] =
        "The first to reach {5} points wins at once, even mid-round, and even with the last tile of a hand; in"
          " that case, there is no bonus.",
    [BY_SAY_RULE_L_23B] = "The first to reach {5} points wins.",
    [BY_SAY_RULE_L_23C] =
        "The game ends only at the end of a round: the highest score of {5} or more wins. If the top score is"
          " tied, another round is played.",
    [BY_SAY_RULE_F_03B] = "Rounds to play: {6}. The lowest total wins; equal totals share the win.",
    [BY_SAY_RULE_T_04B] =
        "Rounds to play: {6}. The lowest total wins. If the lowest total is tied, the player who went out in"
          " the last round wins; if that round was blocked, the tied players share the win.",
    [BY_SAY_RULE_N_01A] =
        "A tile is written higher half first: 6-4. A play names the tile and the tile it is laid against, each"
          " with the touching half first: 4-5@4-6 lays the 5-4 against the 4 of the 6-4.",
    [BY_SAY_RULE_N_01B] =
        "A tile is written higher half first: 12-7. A play names the tile, touching half first, and the train:"
          " 12-5@t0 on the train of seat 1, 12-5@t1 on that of seat 2, 12-5@m on the Mexican Train.",
    [BY_SAY_RULE_N_03] = "T@hub sets the double in the hub: 12-12@hub.",
    [BY_SAY_RULE_N_04A] = "Type draw to draw a tile and pass to pass your turn.",
    [BY_SAY_RULE_N_04B] = "Type pass to pass your turn.",
    [BY_SAY_RULE_N_05] =
        "Type take 4-1 to remove the tile, take3 4-1 to remove it and both its neighbours, and draw to draw a"
          " tile.",
    [BY_SAY_RULE_N_06A] = "Write a claim after the play, as in 4-5@4-6 +15. To take an unclaimed score, type call.",
    [BY_SAY_RULE_N_06B] =
        "To announce a last tile, write ! after the play, as in 12-5@t2 !; to call out an unannounced one, type"
          " call.",
    [BY_SAY_RULE_N_07] = "5-4 alone is enough if it fits in only one place, and the halves may be in either order.",
};

const struct by_language by_language_en = { "en", "English", form_en, said_en };
