-- Counting by room was reached from a notice alone; it stands in the menu of every bureau now.
update menu set visible = true where name = '/scan' and built_in;
