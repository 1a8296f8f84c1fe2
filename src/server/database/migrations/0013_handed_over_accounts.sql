-- SYS-138: an account whose password or second factor another person replaced decides nothing until its owner has it again.

alter table app_user
  add column handed_over_at timestamptz,
  add column handed_over_by bigint,
  add constraint app_user_handed_over check ((handed_over_at is null) = (handed_over_by is null));
comment on column app_user.handed_over_by is 'Who replaced the password or the second factor and could sign in with it; null when the owner alone has both.';

alter table session add column second_factor_since timestamptz;
comment on column session.second_factor_since is 'When the second factor that opened the session was set up; null without one.';

create table reset_approval (
  user_id bigint not null references app_user (id),
  credential text not null,
  given_to bigint not null references app_user (id),
  given_at timestamptz not null,
  primary key (user_id, credential)
);
comment on table reset_approval is 'Resets that a second person confirmed and that were not carried out yet.';
