-- Statistics of a partial index on an expression are not used by the planner: without these it takes a word that is on every card for a rare one,
-- fetches all cards and sorts them, instead of reading the first page in its order.

create statistics asset_word_statistics on (text_grams((((((asset_no || ' ') || name) || ' ') || model) || ' ') || sn, 2)), ((((((asset_no || ' ') || name) || ' ') || model) || ' ') || sn) from asset;
