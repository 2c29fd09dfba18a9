/* Where the programs beside the app are mounted. */

export const BANK_EMULATOR_PATH = '/plaid-emulator';
export const SIMPLEFIN_EMULATOR_PATH = '/simplefin-emulator';
export const IDENTITY_PATH = '/idp';
