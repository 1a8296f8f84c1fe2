-- LOG-05: the token just used is taken once more for 30 s. `parent` is the token it was given for; `repeated_at` is when it
-- was taken a second time, or when a token given for the same one proved to be the one that arrived.
alter table refresh_token
  add column parent text,
  add column repeated_at timestamptz,
  add constraint refresh_token_repeated_after_use check (repeated_at is null or used_at is not null);
