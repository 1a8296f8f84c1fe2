-- Branches are known by their number, and runs of generated tests count transitions: what is stored follows the names of the program.

update ticket set snapshot = jsonb_set(snapshot, '{context,visits}', (
  select jsonb_agg(
    case when visit ? 'branches' then jsonb_set(visit, '{branches}', (
      select coalesce(jsonb_agg((branch - 'way') || jsonb_build_object('number', branch -> 'way') order by place), '[]')
      from jsonb_array_elements(visit -> 'branches') with ordinality as opened (branch, place)))
    else visit end order by at)
  from jsonb_array_elements(snapshot #> '{context,visits}') with ordinality as lived (visit, at)))
where jsonb_path_exists(snapshot, '$.context.visits[*].branches[*].way');

update workflow_test_run set result = replace(result::text, '"ways":', '"transitions":')::json where result is not null;
