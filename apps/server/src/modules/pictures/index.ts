export { PICTURE_SIZES } from './picture-sizes.ts';
export { pictureDrawer, type DrawPicture } from './picture-drawer.ts';
