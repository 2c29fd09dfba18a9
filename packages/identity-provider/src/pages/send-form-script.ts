/** Submits the page's form. A separate file, because the pages allow no inline script. */
export const sendFormScript = `document.forms[0].submit();\n`;
