import type { Page } from '@playwright/test';

/** A file as from the browser's dialog. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function fileOf(name: string, text: string | Uint8Array): ChosenFile {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
}

export async function chooseFile(page: Page, file: ChosenFile): Promise<void> {
  await page.getByLabel('Choose a file').setInputFiles(file);
}

/** A card statement: four purchases (two equal), a payment, and two unreadable lines. */
export const CARD_CSV = `Transaction Date,Post Date,Description,Category,Type,Amount,Memo
06/04/2026,06/05/2026,BLUE BOTTLE COFFEE,Food & Drink,Sale,-6.25,
06/04/2026,06/05/2026,BLUE BOTTLE COFFEE,Food & Drink,Sale,-6.25,
06/03/2026,06/04/2026,"TRADER JOE'S #552, SAN FRAN",Groceries,Sale,-31.46,
soon,06/04/2026,NOBODY KNOWS WHEN,Shopping,Sale,-9.00,
06/02/2026,06/02/2026,Payment Thank You-Mobile,,Payment,500.00,
06/02/2026,06/03/2026,NOBODY KNOWS WHAT,Shopping,Sale,a lot,
05/30/2026,06/01/2026,NETFLIX.COM,Entertainment,Sale,-15.49,
`;

/** An account with its balance after each row. */
export const PROVEN_CSV = `Date,Description,Amount,Running Bal.
05/27/2026,Beginning balance as of 05/27/2026,,"1,234.56"
05/28/2026,STARBUCKS STORE 0042,-5.25,"1,229.31"
05/29/2026,"HOTEL ROOM, 204",-204.00,"1,025.31"
06/01/2026,ACME PAYROLL,"2,000.00","3,025.31"
06/02/2026,PHARMACY ON MAIN,-12.40,"3,012.91"
06/03/2026,GROCER TWO,-61.18,"2,951.73"
06/04/2026,CORNER CAFE,-4.50,"2,947.23"
`;

/** A Danish account: day first, decimal comma, a column for money out. */
export const FOREIGN_CSV = `Dag;Tekst;Modpart;Ud (DKK)
05/06/2026;Kaffe;Cafe;4,25
04/06/2026;Brød;Bager;1.012,50
`;

/** Does not show which amounts are purchases. */
export const UNSIGNED_CSV = `Date,Description,Amount
06/03/2026,ZENITH PARTS,18.40
06/02/2026,LUMEN LIGHTS,-31.20
`;

/** An account statement in OFX. */
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
