import { constants, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { filmScripts } from './film-scripts.ts'
import { renderFilm } from './render-film.ts'

/** The thread in which a film is painted: pages come first. */

const Order = z.object({ name: z.string(), folder: z.string(), lettering: z.boolean() })
export type FilmOrder = z.output<typeof Order>

const { name, folder, lettering } = Order.parse(workerData)
const script = filmScripts.find((each) => each.name === name)
if (!script) throw new Error(`there is no film ${name}`)
try {
  // On Linux a priority belongs to a thread: 0 is the one that asks.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Without it films are made all the same.
}
await renderFilm({ script, folder, width: 1280, height: 720, lettering })
