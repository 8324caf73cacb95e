import { workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { filmScripts } from './film-scripts.ts'
import { renderFilm } from './render-film.ts'
import { lowerPriority } from './worker-priority.ts'

/** Entry point of the worker thread that renders one film. */

const Request = z.object({ name: z.string(), folder: z.string() })
/** `name` is a film script's name. */
export type RenderRequest = z.output<typeof Request>

const { name, folder } = Request.parse(workerData)
const script = filmScripts.find((each) => each.name === name)
if (!script) throw new Error(`there is no film ${name}`)
lowerPriority()
await renderFilm(script, folder)
