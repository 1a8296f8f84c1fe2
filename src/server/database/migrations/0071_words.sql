-- Keywords of the lists of people, areas and files find their rows by pairs of neighbours, as those of the palette do.
-- One index serves all that look for people: lists with those who left, and choices without them.
drop index app_user_search;
create index app_user_words on app_user
  using gin (text_grams(name || ' ' || name_pinyin || ' ' || name_en || ' ' || username || ' ' || emp_no || ' ' || post, 1))
  where deleted_at is null;
create index area_words on area using gin (text_grams(name || ' ' || code || ' ' || pinyin || ' ' || initials, 1))
  where deleted_at is null;
create index file_words on file using gin (text_grams(name, 2));
