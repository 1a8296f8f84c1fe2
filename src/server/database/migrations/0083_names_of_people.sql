-- Nodes hold the names of people they named lately; whoever is called otherwise makes them ask again.
insert into revision (name) values ('names');
create trigger app_user_names after update of name on app_user
  for each row when (old.name is distinct from new.name) execute function bump_revision('names');
