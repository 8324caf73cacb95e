import type { SiteData } from '@yunmu/contract'
import { useCall } from '../calls/call-query.ts'

/** Data of the whole site. Undefined only if the first page could not be rendered. */
export function useSite(): SiteData | undefined {
  return useCall('indexData', {}).data
}
