import type { AdPlatform } from '@yunmu/contract'

/** The kind of this screen, as the style sheets distinguish it. In the browser only. */
export const adPlatform = (): AdPlatform => (matchMedia('(width < 600px)').matches ? 'h5' : 'pc')
