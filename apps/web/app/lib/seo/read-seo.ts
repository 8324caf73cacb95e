import { beside, read } from '../calls/page-data.tsx'

/** The operator's words for pages. A page for which they cannot be read speaks for itself. */
export const readSeo = beside(read('indexSeo', {}))
