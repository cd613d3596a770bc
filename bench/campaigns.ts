import { AUTHORIZATION, type House } from './house.js';

/** So many are made at once. */
const AT_ONCE = 32;

/** Makes public campaigns through the service. */
export async function createCampaigns({ url }: House, count: number): Promise<string[]> {
  const ids: string[] = [];
  let begun = 0;
  const create = async () => {
    while (begun < count) {
      begun += 1;
      ids.push(await createCampaign(url));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, create));
  return ids;
}

async function createCampaign(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/campaigns`, {
    method: 'POST',
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', public: true }),
  });
  const answer = (await response.json()) as { id: string };
  if (response.status !== 201) throw new Error(`creating a campaign: ${response.status} ${JSON.stringify(answer)}`);
  return answer.id;
}
