/** Table that only this domain reads and writes. */
export type SeoTables = {
  seo_entry: { page: string; title: string; keywords: string; description: string }
}
