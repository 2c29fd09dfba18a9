import migrate from '@oxlint/migrate';
import eslintConfig from './eslint.config.js';

/** Oxlint runs the rules of `eslint.config.js` in a tenth of the time, except for the two `no-unsafe-…-assignment` rules it doesn't have. */
export default migrate(eslintConfig, undefined, { typeAware: true, withNursery: true, jsPlugins: false });
