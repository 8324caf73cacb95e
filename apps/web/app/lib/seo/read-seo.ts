import { beside, read } from '../calls/page-data.tsx'

/** The operator's metadata. If it cannot be read, pages use their own. */
export const readSeo = beside(read('indexSeo', {}))
