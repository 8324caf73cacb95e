import { supplementary, read } from '../calls/page-data.tsx'

/** The operator's metadata. If it cannot be read, pages use their own. */
export const readSeo = supplementary(read('indexSeo', {}))
