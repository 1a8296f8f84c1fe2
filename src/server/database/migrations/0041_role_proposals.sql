-- What the holder of a role wishes it to grant: nobody changes what they themselves may do, so another holder confirms (SYS-24).
create table role_proposal (
  role_id bigint primary key references role,
  menus bigint[] not null,
  buttons bigint[] not null,
  -- The role as it was proposed for; a later change makes the wish void.
  role_version integer not null,
  proposed_by bigint not null references app_user,
  proposed_at timestamptz not null
);
