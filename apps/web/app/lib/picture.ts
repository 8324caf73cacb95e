import type { Script } from '@yunmu/contract'
import { createContext, use, useCallback } from 'react'
import { useScript } from './site/preferences.tsx'

/** Widths in pixels that the server scales pictures to. */
const widths = { poster: [180, 300, 480], wide: [480, 960, 1600] } as const

export interface PictureSet {
  src: string
  srcSet: string
}

/** Posters drawn by the server contain text, so their URLs carry the viewer's script. */
const drawnPosterPrefix = '/media/art/poster/'

/** Sources of a picture in all widths. `base` is the URL that picture addresses are relative to. */
function pictureSet(base: string, script: Script, address: string, shape: keyof typeof widths): PictureSet {
  const lang = script === 't' && address.startsWith(drawnPosterPrefix) ? '&lang=t' : ''
  const urlAt = (width: number): string => `${base}${address}?w=${width}${lang}`
  return {
    src: urlAt(widths[shape][1]),
    srcSet: widths[shape].map((width) => `${urlAt(width)} ${width}w`).join(', '),
  }
}

/** Base URL of picture addresses, provided once for the whole page: reading it per title would repeat the same work. */
export const PictureBase = createContext('')

/** Returns a function that turns a picture address of the contract into `src` and `srcSet` for the viewer's script. */
export function usePictures(): (address: string, shape: keyof typeof widths) => PictureSet {
  const base = use(PictureBase)
  const script = useScript()
  return useCallback((address, shape) => pictureSet(base, script, address, shape), [base, script])
}
