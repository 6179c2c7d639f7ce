/** Throws if a setting is missing. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: .env.example describes it.`);
  return value;
}

export const settings = {
  walletUrl: required('WALLET_URL'),
  walletKey: required('WALLET_KEY'),
  webhookSecret: required('WEBHOOK_SECRET'),
  host: process.env.HOST ?? '127.0.0.1',
  port: Number(process.env.PORT ?? 4000),
  dataFile: process.env.DATA_FILE ?? 'data/shop.json',
};
