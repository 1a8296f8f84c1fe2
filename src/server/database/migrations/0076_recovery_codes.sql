-- Recovery codes are short enough to be typed, so they are hashed like passwords, with a random salt for each set. Codes
-- of the fast hash go: whoever had some renews them with the next code of their app.
alter table second_factor add column recovery_salt text;
delete from recovery_code;
