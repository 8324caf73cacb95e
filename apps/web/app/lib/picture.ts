/** Widths that the server scales pictures to. */
const widths = { poster: [180, 300, 480], wide: [480, 960, 1600] } as const

export interface PictureSet {
  src: string
  srcSet: string
}

/** A picture in the widths that a page may choose from. `base` is what picture addresses are relative to. */
export function pictureSet(base: string, address: string, shape: keyof typeof widths): PictureSet {
  const at = (width: number): string => `${base}${address}?w=${width}`
  return {
    src: at(widths[shape][1]),
    srcSet: widths[shape].map((width) => `${at(width)} ${width}w`).join(', '),
  }
}
