import type { Page } from '@playwright/test';

/** A file to choose, as a browser's dialog hands it over. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A text as a file. */
export function fileOf(name: string, text: string | Uint8Array): ChosenFile {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
}

/** Chooses a file on the page of imports. */
export async function chooseFile(page: Page, file: ChosenFile): Promise<void> {
  await page.getByLabel('Choose a file').setInputFiles(file);
}

/** A card's statement: four purchases, of which two are equal, a payment that is none, and two lines that cannot be read. */
export const CARD_CSV = `Transaction Date,Post Date,Description,Category,Type,Amount,Memo
06/04/2026,06/05/2026,BLUE BOTTLE COFFEE,Food & Drink,Sale,-6.25,
06/04/2026,06/05/2026,BLUE BOTTLE COFFEE,Food & Drink,Sale,-6.25,
06/03/2026,06/04/2026,"TRADER JOE'S #552, SAN FRAN",Groceries,Sale,-31.46,
soon,06/04/2026,NOBODY KNOWS WHEN,Shopping,Sale,-9.00,
06/02/2026,06/02/2026,Payment Thank You-Mobile,,Payment,500.00,
06/02/2026,06/03/2026,NOBODY KNOWS WHAT,Shopping,Sale,a lot,
05/30/2026,06/01/2026,NETFLIX.COM,Entertainment,Sale,-15.49,
`;

/** A Danish account: the day before the month, a decimal comma and a column for money out. */
export const FOREIGN_CSV = `Dag;Tekst;Modpart;Ud (DKK)
05/06/2026;Kaffe;Cafe;4,25
04/06/2026;Brød;Bager;1.012,50
`;

/** A file that does not say which amounts are purchases. */
export const UNSIGNED_CSV = `Date,Description,Amount
06/03/2026,ZENITH PARTS,18.40
06/02/2026,LUMEN LIGHTS,-31.20
`;

/** An account's statement in OFX. */
export const ACCOUNT_OFX = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>77</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>POS<DTPOSTED>20260604120000[-8:PST]<TRNAMT>-12.50<FITID>a1<NAME>CHIPOTLE 1234
</STMTTRN>
<STMTTRN><TRNTYPE>XFER<DTPOSTED>20260603<TRNAMT>-300.00<FITID>a2<NAME>To savings
</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
