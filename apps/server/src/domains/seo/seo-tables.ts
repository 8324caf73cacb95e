/** The table that this domain alone reads and writes. */
export type SeoTables = {
  seo_entry: { page: string; title: string; keywords: string; description: string }
}
