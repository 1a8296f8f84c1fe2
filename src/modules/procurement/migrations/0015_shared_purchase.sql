-- Purchases and their contracts as other modules read them, by the ticket that authorises them.

create view shared_purchase as
  select p.id, p.no, p.ticket_id, p.state, c.contract_no, c.signed_on, p.contract_amount, v.name as vendor
  from purchase p left join purchase_contract c on c.purchase_id = p.id left join vendor v on v.id = coalesce(c.vendor_id, p.vendor_id)
  where p.deleted_at is null;
comment on view shared_purchase is 'Purchases and their contracts as other modules read them.';
