-- A second factor at sign-in: time-based codes (RFC 6238), one secret per person, sealed.
create table second_factor (
  user_id bigint primary key references app_user (id),
  secret text not null,
  -- Null: shown to the person, but no code has proved it yet.
  confirmed_at timestamptz,
  -- Time step of the last code that was taken: no code counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

-- Codes for the day the phone is gone; hashed, each counts once.
create table recovery_code (
  user_id bigint not null references app_user (id),
  hash text not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, hash)
);

-- A wrong code counts towards the lock like a wrong password (LOG-02).
create index login_log_failed on login_log (username, id desc) where reason in ('password', 'totp');
drop index login_log_password;
create index login_log_failed_at on login_log (at) where reason in ('password', 'totp');
drop index login_log_failure_at;
