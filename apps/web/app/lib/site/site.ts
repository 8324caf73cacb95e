import type { SiteData } from '@yunmu/contract'
import { useCall } from '../calls/call-query.ts'

/** What the whole site is drawn from. Undefined only where the first page could not be made. */
export function useSite(): SiteData | undefined {
  return useCall('indexData', {}).data
}
