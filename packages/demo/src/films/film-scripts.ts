import type { FilmScript } from './film-script.ts'
import { city } from './scripts/city.ts'
import { deep } from './scripts/deep.ts'
import { harbour } from './scripts/harbour.ts'
import { orbit } from './scripts/orbit.ts'
import { snow } from './scripts/snow.ts'
import { summer } from './scripts/summer.ts'

/** The films of the programme, in the order in which they are rendered: the shortest first. */
export const filmScripts: readonly FilmScript[] = [harbour, summer, snow, city, deep, orbit]
