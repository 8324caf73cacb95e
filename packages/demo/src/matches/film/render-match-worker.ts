import { workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { lowerPriority } from '../../films/worker-priority.ts'
import { renderMatch } from './render-match.ts'

/** Entry point of the worker thread that draws a span of the match channel. */

const Request = z.object({ fromMs: z.int(), segments: z.int(), folder: z.string() })
export type MatchRenderRequest = z.output<typeof Request>

const { folder, ...span } = Request.parse(workerData)
lowerPriority()
await renderMatch(span, folder)
