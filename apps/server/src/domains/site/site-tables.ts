/** Table that only this domain reads and writes. */
export type SiteTables = {
  site_setting: { key: string; value: unknown }
}
