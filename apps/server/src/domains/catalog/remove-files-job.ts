import * as z from 'zod/mini'
import { defineJob } from '../../platform/jobs/jobs.ts'

/** Deletes the pictures of titles that were removed for good, and those of these assets that no episode plays. */
export const removeFilesJob = defineJob(
  'catalog.removeFiles',
  z.object({ titleIds: z.array(z.int()), assetIds: z.array(z.int()) }),
)
