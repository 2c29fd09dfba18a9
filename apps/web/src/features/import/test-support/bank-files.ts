/* Files as real banks write them, with their columns, signs and oddities. People and purchases are invented. */

export const CHASE_CARD = `Transaction Date,Post Date,Description,Category,Type,Amount,Memo
06/04/2026,06/05/2026,BLUE BOTTLE COFFEE,Food & Drink,Sale,-6.25,
06/03/2026,06/04/2026,"TRADER JOE'S #552, SAN FRAN",Groceries,Sale,-31.46,
06/02/2026,06/02/2026,Payment Thank You-Mobile,,Payment,500.00,
05/30/2026,06/01/2026,NETFLIX.COM,Entertainment,Sale,-15.49,
`;

/** Data lines have one separator more than the header. */
export const CHASE_CHECKING = `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
DEBIT,06/04/2026,"ZELLE PAYMENT TO BO 123",-40.00,QUICKPAY_DEBIT,1234.56,,
CREDIT,06/03/2026,"ACME INC PAYROLL PPD ID: 9",2100.00,ACH_CREDIT,1274.56,,
CHECK,06/02/2026,"CHECK 1001",-950.00,CHECK_PAID,-825.44,1001,
DEBIT,06/01/2026,"Online Transfer to SAV ...42",-100.00,ACCT_XFER,124.56,,
`;

export const BANK_OF_AMERICA = `Description,,Summary Amt.
Beginning balance as of 05/01/2026,,"1,234.56"
Total credits,,"2,000.00"
Total debits,,"-1,505.25"
Ending balance as of 06/01/2026,,"1,729.31"

Date,Description,Amount,Running Bal.
05/01/2026,Beginning balance as of 05/01/2026,,"1,234.56"
05/02/2026,"STARBUCKS STORE 0042","-5.25","1,229.31"
05/04/2026,"RENT","-1,500.00","-270.69"
05/15/2026,"PAYROLL","2,000.00","1,729.31"
`;

/** Purchases are positive. */
export const AMEX = `Date,Description,Card Member,Account #,Amount
06/04/2026,UBER TRIP,ANA PIG,-41007,18.40
06/03/2026,WHOLE FOODS MKT,ANA PIG,-41007,54.12
06/01/2026,AUTOPAY PAYMENT - THANK YOU,ANA PIG,-41007,-310.00
`;

export const CAPITAL_ONE = `Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit
2026-06-04,2026-06-05,1234,SHELL OIL,Gas/Automotive,42.10,
2026-06-02,2026-06-02,1234,CAPITAL ONE AUTOPAY PYMT,Payment/Credit,,150.00
`;

export const MINT = `"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"
"6/04/2026","Coffee Shop","SQ *COFFEE SHOP","4.25","debit","Coffee Shops","Card","",""
"6/03/2026","Acme","ACME PAYROLL","2100.00","credit","Paycheck","Checking","",""
`;

export const WELLS_FARGO = `"06/04/2026","-12.99","*","","SPOTIFY USA"
"06/03/2026","-60.00","*","","ATM WITHDRAWAL MAIN ST"
"06/01/2026","1500.00","*","","ACME PAYROLL"
`;

/** Windows-1252, with semicolons, dates with points and decimal commas. */
export const GERMAN_GIRO = `"Kontonummer:";"DE00 1234 / Girokonto"
"Kontostand vom 05.06.2026:";"1.234,56 EUR"

"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";"Verwendungszweck";"Betrag (EUR)"
"04.06.2026";"04.06.2026";"Kartenzahlung";"BÄCKEREI MÜLLER";"VISA 1234";"-3,80"
"02.06.2026";"02.06.2026";"Lastschrift";"REWE Markt";"Einkauf";"-1.054,12"
"01.06.2026";"01.06.2026";"Gutschrift";"ACME GmbH";"Gehalt";"2.500,00"
`;

export const REVOLUT = `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
CARD_PAYMENT,Current,2026-06-04 09:12:44,2026-06-05 02:10:00,Lisboa Cafe,-4.20,0.00,EUR,COMPLETED,95.80
CARD_PAYMENT,Current,2026-06-03 19:02:01,2026-06-04 05:00:00,Cinema,-12.00,0.00,USD,COMPLETED,100.00
TOPUP,Current,2026-06-01 10:00:00,2026-06-01 10:00:05,Top-Up,100.00,0.00,USD,COMPLETED,112.00
`;

/** More was paid in than out. */
export const SAVINGS = `Date,Description,Amount
06/25/2026,DIRECT DEP ACME,2000.00
06/24/2026,INTEREST PAID,1.20
06/23/2026,WHOLE FOODS,-54.12
`;

export const LLOYDS = `Transaction Date,Transaction Type,Transaction Description,Credit Amount,Debit Amount,Balance
25/05/2026,DEB,CARD PAYMENT TO TESCO,,12.50,100.00
24/05/2026,FPI,ACME,2000.00,,112.50
23/05/2026,DEB,BOOTS,,3.20,115.70
`;

/** One column holds the original currency's amount, and another a fee. */
export const N26 = `"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2026-06-04,2026-06-04,"Diner",,Presentment,,"Main",-10.50,-11.40,USD,1.08
2026-06-03,2026-06-03,"Rewe",,Presentment,,"Main",-5.50,,,
`;

export const PAYPAL = `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Shipping and Handling Amount","Balance"
"06/24/2026","10:00:00","PDT","Netflix","PreApproved Payment","Completed","USD","-15.49","0.00","-15.49","0.00","0.00"
"06/23/2026","10:00:00","PDT","","Bank Deposit","Completed","USD","15.49","0.00","15.49","","15.49"
`;

export const STARLING = `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category
25/05/2026,Tesco,TESCO STORES 123,CARD PAYMENT,-4.20,95.80,GROCERIES
`;

export const APPLE_CARD = `Transaction Date,Clearing Date,Description,Merchant,Category,Type,Amount (USD),Purchased By
06/24/2026,06/25/2026,"TARGET 123",Target,Shopping,Purchase,"31.20","Ana"
06/22/2026,06/22/2026,"ACH DEPOSIT","Ach Deposit",Payment,Payment,"-300.00","Ana"
`;

/** A dash means nothing was paid. */
export const FRENCH_ACCOUNT = `Date;Libellé;Débit euros;Crédit euros;
25/05/2026;CARREFOUR;12,50;-;
24/05/2026;VIREMENT ACME;-;2 000,00;
23/05/2026;VIREMENT BO;-;10,00;
`;

export const DANISH_ACCOUNT = `Dato;Tekst;Beløb
25-05-2026;Netto;-12,50 kr.
`;

const OFX1_HEADER = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE
`;

/** Version 1 is SGML: elements with values are not closed. */
export const OFX_CARD = `${OFX1_HEADER}
<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260605120000[-8:PST]<LANGUAGE>ENG<INTU.BID>3000</SONRS></SIGNONMSGSRSV1>
<CREDITCARDMSGSRSV1><CCSTMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><CCSTMTRS><CURDEF>USD
<CCACCTFROM><ACCTID>4111222233334444</CCACCTFROM>
<BANKTRANLIST><DTSTART>20260501<DTEND>20260605
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260604120000[-8:PST]<TRNAMT>-12.50<FITID>2026060401<NAME>CHIPOTLE 1234<MEMO>LUNCH
</STMTTRN>
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20260603
<DTUSER>20260602
<TRNAMT>-8.00
<FITID>2026060302
<NAME>JOE&amp;MARY&apos;S
</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260601<TRNAMT>200.00<FITID>2026060103<NAME>PAYMENT RECEIVED
</STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1>
</OFX>
`;

export const OFX_BANK = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
  <BANKMSGSRSV1>
    <STMTTRNRS><TRNUID>0</TRNUID><STMTRS><CURDEF>USD</CURDEF>
      <BANKACCTFROM><BANKID>1</BANKID><ACCTID>77</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
      <BANKTRANLIST><DTSTART>20260501</DTSTART><DTEND>20260605</DTEND>
        <STMTTRN><TRNTYPE>POS</TRNTYPE><DTPOSTED>20260604</DTPOSTED><TRNAMT>-20.00</TRNAMT><FITID>a</FITID><PAYEE><NAME>Café Zürich</NAME></PAYEE></STMTTRN>
        <STMTTRN><TRNTYPE>XFER</TRNTYPE><DTPOSTED>20260603</DTPOSTED><TRNAMT>-300.00</TRNAMT><FITID>b</FITID><NAME>To savings</NAME></STMTTRN>
      </BANKTRANLIST>
    </STMTRS></STMTTRNRS>
    <STMTTRNRS><TRNUID>0</TRNUID><STMTRS><CURDEF>CAD</CURDEF>
      <BANKACCTFROM><ACCTID>78</ACCTID></BANKACCTFROM>
      <BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260602</DTPOSTED><TRNAMT>-5</TRNAMT><FITID>a</FITID><MEMO>Tim Hortons</MEMO></STMTTRN></BANKTRANLIST>
    </STMTRS></STMTTRNRS>
  </BANKMSGSRSV1>
</OFX>
`;

export const QIF = `!Account
NChecking
TBank
^
!Type:Bank
D6/ 4'26
T-1,012.50
PFarmers Market
LGroceries:Fruit
SGroceries:Fruit
$-1,000.00
SDining
$-12.50
^
D06/03/2026
U-60.00
T-60.00
PTo savings
L[Savings]
^
D06/02/2026
T2,100.00
PAcme
^
!Type:Cat
NGroceries
^
`;

/** Encodes a text in windows-1252, for characters that it shares with Latin-1. */
export function inWindows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function inUtf16(text: string): Uint8Array {
  return new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer);
}
