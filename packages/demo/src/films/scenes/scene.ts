import type { Kind, PaletteName } from '@yunmu/artwork'
import type { Light, Weather } from '../film-script.ts'
import type { Mood } from '../score/moods.ts'

/** Weather and light of a scene. */
interface Air {
  weather?: Weather
  light?: Light
}

/** The scenes of a title's film. The first is the title's own backdrop; the others are further places of its story. */
export interface TitleScenes {
  mood: Mood
  own: Air
  others: readonly (readonly [kind: Kind, palette: PaletteName, air?: Air])[]
}

export const fog: Air = { weather: 'fog' }
export const rain: Air = { weather: 'rain' }
export const storm: Air = { weather: 'rain', light: 'lightning' }
export const snow: Air = { weather: 'snow' }
export const petals: Air = { weather: 'petals' }
export const dust: Air = { weather: 'dust' }
export const embers: Air = { weather: 'embers', light: 'breathing' }
export const bubbles: Air = { weather: 'bubbles' }
export const steam: Air = { weather: 'steam' }
export const lamp: Air = { light: 'breathing' }
export const show: Air = { light: 'sweep' }
export const cameras: Air = { light: 'flashes' }
export const plain: Air = {}

export const scenes = (mood: Mood, own: Air, ...others: TitleScenes['others']): TitleScenes => ({ mood, own, others })
