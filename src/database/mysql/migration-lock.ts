import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { driverErrorOf } from '../failure.js';
import { classifyMysql } from './mysql-errors.js';
import { collationOf } from './mysql-version.js';

const name = 'migrations';
/** Seconds without a sign of life after which another node's lock is void. */
const lease = 30;
const renewEvery = 5000;

/**
 * Runs work as the only one in the whole cluster. The server's own lock orders the instances on one node and ends with its
 * holder; the row orders the nodes, which do not see each other's locks.
 */
export async function withMigrationLock<T>(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.connect();
    const lock = await nameOnServer(runner);
    while (!(await granted(runner, lock)));
    await setDefaultCollation(runner);
    await runner.query(
      'CREATE TABLE IF NOT EXISTS `migration_lock` (`Name` varchar(100) NOT NULL, `Owner` varchar(200) NOT NULL, `ExpiresAt` bigint NOT NULL, PRIMARY KEY (`Name`)) ENGINE=InnoDB',
    );
    const node = await nodeOf(runner);
    while (!(await leased(runner, node))) await sleep(1000);
    const renewal = setInterval(() => void renew(dataSource, node), renewEvery);
    try {
      return await work(runner);
    } finally {
      clearInterval(renewal);
      await runner.query('UPDATE `migration_lock` SET `ExpiresAt` = 0 WHERE `Name` = ? AND `Owner` = ?', [name, node]);
      await runner.query('SELECT RELEASE_LOCK(?)', [lock]);
    }
  } finally {
    await runner.release();
  }
}

async function nameOnServer(runner: QueryRunner): Promise<string> {
  const [{ db }] = (await runner.query('SELECT DATABASE() AS db')) as { db: string }[];
  return `agency:${db}`.slice(0, 64);
}

async function granted(runner: QueryRunner, lock: string): Promise<boolean> {
  const [{ got }] = (await runner.query('SELECT GET_LOCK(?, 10) AS got', [lock])) as { got: number | null }[];
  return got === 1;
}

async function nodeOf(runner: QueryRunner): Promise<string> {
  const [{ node }] = (await runner.query("SELECT CONCAT(@@hostname, ':', @@port) AS node")) as { node: string }[];
  return node;
}

/** The row is free, void, or was held on this node, whose own lock says that its holder is gone. */
async function leased(runner: QueryRunner, node: string): Promise<boolean> {
  try {
    await runner.query("INSERT IGNORE INTO `migration_lock` (`Name`, `Owner`, `ExpiresAt`) VALUES (?, '', 0)", [name]);
    await runner.query(
      'UPDATE `migration_lock` SET `Owner` = ?, `ExpiresAt` = UNIX_TIMESTAMP() + ? WHERE `Name` = ? AND (`ExpiresAt` < UNIX_TIMESTAMP() OR `Owner` = ?)',
      [node, lease, name, node],
    );
    const [row] = (await runner.query(
      'SELECT `Owner` AS owner, `ExpiresAt` > UNIX_TIMESTAMP() AS held FROM `migration_lock` WHERE `Name` = ?',
      [name],
    )) as { owner: string; held: number }[];
    return row.owner === node && row.held === 1;
  } catch (error) {
    const driverError = driverErrorOf(error);
    if (driverError && classifyMysql(driverError).kind === 'contention') return false;
    throw error;
  }
}

/** Text sorts and compares by code point, trailing spaces included, in every table made from now on. */
async function setDefaultCollation(runner: QueryRunner): Promise<void> {
  const [{ version, current }] = (await runner.query(
    'SELECT VERSION() AS version, @@collation_database AS current',
  )) as { version: string; current: string }[];
  const collation = collationOf(version);
  if (current !== collation) await runner.query(`ALTER DATABASE CHARACTER SET utf8mb4 COLLATE ${collation}`);
}

async function renew(dataSource: DataSource, node: string): Promise<void> {
  try {
    await dataSource.query(
      'UPDATE `migration_lock` SET `ExpiresAt` = UNIX_TIMESTAMP() + ? WHERE `Name` = ? AND `Owner` = ?',
      [lease, name, node],
    );
  } catch {
    // The next renewal comes well before the lease ends.
  }
}
