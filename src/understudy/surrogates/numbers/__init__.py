"""Numbers and identifiers: telephones, cards, accounts, codes, addresses of machines, counts."""
