import type { Script } from '@yunmu/contract'
import { createContext, use, useCallback } from 'react'
import { useScript } from './site/preferences.tsx'

/** Widths that the server scales pictures to. */
const widths = { poster: [180, 300, 480], wide: [480, 960, 1600] } as const

export interface PictureSet {
  src: string
  srcSet: string
}

/** Posters drawn by the server carry letters: their addresses name the reader's script. */
const lettered = '/media/art/poster/'

/** A picture in the widths that a page may choose from. `base` is what picture addresses are relative to. */
function pictureSet(base: string, script: Script, address: string, shape: keyof typeof widths): PictureSet {
  const lang = script === 't' && address.startsWith(lettered) ? '&lang=t' : ''
  const at = (width: number): string => `${base}${address}?w=${width}${lang}`
  return {
    src: at(widths[shape][1]),
    srcSet: widths[shape].map((width) => `${at(width)} ${width}w`).join(', '),
  }
}

/** What picture addresses are relative to, for the whole page: a list of titles asks for it once for each. */
export const PictureBase = createContext('')

/** Gives the pictures behind addresses that the contract carries, for the reader at hand. */
export function usePictures(): (address: string, shape: keyof typeof widths) => PictureSet {
  const base = use(PictureBase)
  const script = useScript()
  return useCallback((address, shape) => pictureSet(base, script, address, shape), [base, script])
}
