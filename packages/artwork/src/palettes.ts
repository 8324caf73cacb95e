import { luminance, mix } from './colour.ts'

/** Six colours from dark to light. `spot` is the brightest tone or, in grey palettes, the accent. */
export interface Palette {
  deep: string
  dark: string
  mid: string
  warm: string
  light: string
  spot: string
  /** Neighbouring pictures should differ in it. */
  temperature: 'warm' | 'cool'
}

export type PaletteName =
  | 'ember'
  | 'jade'
  | 'vermilion'
  | 'sodium'
  | 'porcelain'
  | 'rose'
  | 'moss'
  | 'ochre'
  | 'snow'
  | 'paper'
  | 'steel'
  | 'wine'
  | 'summer'
  | 'dawn'
  | 'cinder'

function palette(temperature: 'warm' | 'cool', colours: readonly [string, string, string, string, string, string]) {
  const [deep, dark, mid, warm, light, spot] = colours
  return { deep, dark, mid, warm, light, spot, temperature }
}

export const palettes: Readonly<Record<PaletteName, Palette>> = {
  ember: palette('warm', ['#0d111d', '#232741', '#6b3b4a', '#d0603c', '#f6b66d', '#fff0cf']),
  jade: palette('cool', ['#05151a', '#0d3036', '#1f625c', '#6aa98d', '#d5e4c4', '#f5f1da']),
  vermilion: palette('warm', ['#14090b', '#3d0f14', '#951d1c', '#e4432f', '#f6a06b', '#fbeee0']),
  sodium: palette('warm', ['#070c13', '#10222f', '#23495a', '#d98436', '#ffd083', '#fff3d6']),
  porcelain: palette('cool', ['#0a1a31', '#163963', '#3b77ad', '#a5c8dd', '#f0ece0', '#ffffff']),
  rose: palette('warm', ['#1a131c', '#46273a', '#9b4b56', '#e59b84', '#f9e1c8', '#fff6ea']),
  moss: palette('cool', ['#0e140c', '#26351e', '#5b6c36', '#b6ab5c', '#eee4b6', '#fffbe6']),
  ochre: palette('warm', ['#190f08', '#472a13', '#97581f', '#dc9b3d', '#f5e0b0', '#fff7e2']),
  snow: palette('cool', ['#161d25', '#3a4855', '#7a8b97', '#c2ccd1', '#eef0ed', '#e0402f']),
  paper: palette('warm', ['#1f2026', '#5c5a58', '#a59c8d', '#d9cfbd', '#f2ebdd', '#c9331f']),
  steel: palette('cool', ['#050b10', '#0e2430', '#1a5064', '#4aa3b0', '#c3ecea', '#ff6a4a']),
  wine: palette('warm', ['#12060b', '#360d20', '#7a1a38', '#c7485a', '#f4a79a', '#ffe9dc']),
  summer: palette('cool', ['#0f2f4f', '#1d6aa5', '#4da7d8', '#a9dcef', '#fdf7e6', '#ff7a4f']),
  dawn: palette('cool', ['#13202e', '#34506a', '#8a8fa0', '#eab28f', '#fbe3c0', '#fffaf0']),
  cinder: palette('warm', ['#0c0c0e', '#202124', '#4a4642', '#a08a6c', '#e9dcc2', '#ff4d3d']),
}

export function isPaletteName(name: string): name is PaletteName {
  return Object.hasOwn(palettes, name)
}

/** The palette's brightest tone: letters, moons, lamps. */
export function brightest(colours: Palette): string {
  return luminance(colours.spot) > luminance(colours.light) ? colours.spot : colours.light
}

/** Colour of the picture's eye-catcher, such as a coat in the snow. */
export function accentOf(colours: Palette): string {
  return luminance(colours.spot) < 0.4 ? colours.spot : '#d23a2a'
}

/**
 * Colour of gradients over the picture: nearly black with the palette's tint. Pure black would make amber look olive.
 */
export function inkOf(colours: Palette): string {
  return mix('#0a0509', colours.mid, 0.13)
}
