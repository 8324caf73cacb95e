import type { TmdbSettings } from './tmdb.ts'

const apiUrl = 'https://api.themoviedb.org'
const imageUrl = 'https://image.tmdb.org/t/p'

/**
 * The settings of The Movie Database: nothing is asked without `TMDB_KEY`. `TMDB_API_URL` and `TMDB_IMAGE_URL` name a proxy
 * where the service cannot be reached.
 */
export function readTmdbSettings(
  env: Record<string, string | undefined>,
  report: (problem: string) => void,
): TmdbSettings | null {
  const key = env.TMDB_KEY?.trim() ?? ''
  if (key !== '' && !/^[\w.-]{16,1000}$/u.test(key)) report('TMDB_KEY 应是 TMDB 给的 API 密钥或访问令牌')
  const url = (name: 'TMDB_API_URL' | 'TMDB_IMAGE_URL', usual: string): string => {
    const given = (env[name] ?? '').trim().replace(/\/+$/u, '')
    if (given === '') return usual
    if (!/^https?:\/\//u.test(given) || !URL.canParse(given))
      report(`${name} 应以 http:// 或 https:// 开头，现在是“${given}”`)
    return given
  }
  const urls = { apiUrl: url('TMDB_API_URL', apiUrl), imageUrl: url('TMDB_IMAGE_URL', imageUrl) }
  return key === '' ? null : { key, ...urls }
}
