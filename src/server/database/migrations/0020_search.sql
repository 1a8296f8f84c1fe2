-- Search by parts of words: trigrams cannot index two Chinese characters, pairs of neighbours can.

-- Every run of `shortest` to two characters of a text without gaps, in small letters.
create function text_grams(value text, shortest integer) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select substr(lower(value), at, size) as gram
    from generate_series(shortest, 2) size, generate_series(1, greatest(length(value), 1)) at
    where at + size - 1 <= length(value)) grams
  where gram !~ '\s'
$$;

create index ticket_search on ticket using gin (text_grams(no || ' ' || title, 2)) where deleted_at is null;
-- A family name is one character.
create index app_user_search on app_user
  using gin (text_grams(name || ' ' || name_pinyin || ' ' || name_en || ' ' || username || ' ' || emp_no, 1))
  where state and deleted_at is null;
