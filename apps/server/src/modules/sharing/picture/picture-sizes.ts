/** In pixels. */
export const PICTURE_SIZES = {
  story: { width: 1080, height: 1920 },
  link: { width: 1200, height: 630 },
} as const;

export type PictureFormat = keyof typeof PICTURE_SIZES;
