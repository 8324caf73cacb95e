/** The table that this domain alone reads and writes. */
export type SiteTables = {
  site_setting: { key: string; value: unknown }
}
