export { PICTURE_SIZES } from './picture-sizes.ts';
export { pictureDrawer, type DrawPicture } from './picture-drawer.ts';
export type { Picture } from './pictures.ts';
