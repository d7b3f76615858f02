import { Logger } from '@nestjs/common';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { Conflict } from '../../errors/errors.js';
import { driverErrorOf } from '../driver/failure.js';
import { classifyMysql } from './mysql-errors.js';
import { thisServer } from './mysql-sessions.js';
import { databaseCollation } from './mysql-version.js';

const name = 'migrations';
/** Seconds for which a lock is valid unless its owner renews it. */
const lease = 30;
const renewEvery = 5000;
/** Milliseconds between two log lines of an instance that waits. */
const logEvery = 5000;
/** Milliseconds that an instance waits by default. The longest migration takes less. */
const longestWait = 600_000;

const log = new Logger('migrations');

/**
 * Runs work while no other instance does. GET_LOCK excludes instances that are connected to the same node of a database
 * cluster, and ends with its holder's connection. Nodes do not share GET_LOCK, so a row in a table excludes the other
 * instances. A waiting instance logs the holder, and throws Conflict after `patience` milliseconds.
 */
export async function withMigrationLock<T>(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<T>,
  patience = longestWait,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.connect();
    const [{ db, node }] = (await runner.query(`SELECT DATABASE() AS db, ${thisServer} AS node`)) as {
      db: string;
      node: string;
    }[];
    const lock = `agency:${db}`.slice(0, 64);
    const wait = waitFor(patience, () => holderOf(runner, lock));
    while (!(await granted(runner, lock, Math.min(logEvery, patience)))) await wait();
    try {
      const { wanted, database } = await databaseCollation((text) => runner.query(text));
      if (database !== wanted) await runner.query(`ALTER DATABASE CHARACTER SET utf8mb4 COLLATE ${wanted}`);
      await runner.query(
        'CREATE TABLE IF NOT EXISTS `migration_lock` (`Name` varchar(100) NOT NULL, `Owner` varchar(200) NOT NULL, ' +
          '`ExpiresAt` bigint NOT NULL, PRIMARY KEY (`Name`)) ENGINE=InnoDB',
      );
      const owner = `${node} for ${hostname()}, process ${process.pid}, since ${new Date().toISOString()}`;
      while (!(await leased(runner, node, owner))) {
        await wait();
        await sleep(1000);
      }
      const renewal = setInterval(() => void renew(dataSource, owner), renewEvery);
      try {
        return await work(runner);
      } finally {
        clearInterval(renewal);
        await runner.query('UPDATE `migration_lock` SET `ExpiresAt` = 0 WHERE `Name` = ? AND `Owner` = ?', [
          name,
          owner,
        ]);
      }
    } finally {
      await runner.query('SELECT RELEASE_LOCK(?)', [lock]);
    }
  } finally {
    await runner.release();
  }
}

/** Call the result after each failed attempt. It logs the holder, and after `patience` milliseconds throws Conflict. */
function waitFor(patience: number, holder: () => Promise<string>): () => Promise<void> {
  const from = Date.now();
  let logAgainAfter = 0;
  return async () => {
    const waited = Date.now() - from;
    if (waited >= patience)
      throw new Conflict(
        `Another instance has been migrating for more than ${Math.round(patience / 1000)} s: ${await holder()}. ` +
          'If it is stuck, end it, then try again.',
      );
    if (waited < logAgainAfter) return;
    logAgainAfter = waited + logEvery;
    log.warn(`Waiting for another instance that migrates: ${await holder()}.`);
  };
}

/** The owner in the lock's row, or else the connection that holds GET_LOCK. */
async function holderOf(runner: QueryRunner, lock: string): Promise<string> {
  try {
    const [row] = (await runner.query(
      'SELECT `Owner` AS owner FROM `migration_lock` WHERE `Name` = ? AND `ExpiresAt` > UNIX_TIMESTAMP()',
      [name],
    )) as { owner: string }[];
    if (row as unknown) return row.owner;
  } catch (error) {
    if (driverErrorOf(error)?.code !== 'ER_NO_SUCH_TABLE') throw error;
  }
  const [{ id }] = (await runner.query('SELECT IS_USED_LOCK(?) AS id', [lock])) as { id: number | null }[];
  return id === null ? 'a connection that has ended meanwhile' : `connection ${id} of the database server`;
}

/** Takes GET_LOCK, and returns whether it did. `wait` is in milliseconds. */
async function granted(runner: QueryRunner, lock: string, wait: number): Promise<boolean> {
  const [{ got }] = (await runner.query('SELECT GET_LOCK(?, ?) AS got', [lock, wait / 1000])) as {
    got: number | null;
  }[];
  return got === 1;
}

/** Takes the row if it expired or its owner on this node lost GET_LOCK. Returns whether `owner` has the row now. */
async function leased(runner: QueryRunner, node: string, owner: string): Promise<boolean> {
  try {
    await runner.query("INSERT IGNORE INTO `migration_lock` (`Name`, `Owner`, `ExpiresAt`) VALUES (?, '', 0)", [name]);
    await runner.query(
      'UPDATE `migration_lock` SET `Owner` = ?, `ExpiresAt` = UNIX_TIMESTAMP() + ? WHERE `Name` = ? ' +
        "AND (`ExpiresAt` < UNIX_TIMESTAMP() OR SUBSTRING_INDEX(`Owner`, ' ', 1) = ?)",
      [owner, lease, name, node],
    );
    const [row] = (await runner.query(
      'SELECT `Owner` AS holder, `ExpiresAt` > UNIX_TIMESTAMP() AS held FROM `migration_lock` WHERE `Name` = ?',
      [name],
    )) as { holder: string; held: number }[];
    return row.holder === owner && row.held === 1;
  } catch (error) {
    const driverError = driverErrorOf(error);
    if (driverError && classifyMysql(driverError).kind === 'contention') return false;
    throw error;
  }
}

async function renew(dataSource: DataSource, owner: string): Promise<void> {
  try {
    await dataSource.query(
      'UPDATE `migration_lock` SET `ExpiresAt` = UNIX_TIMESTAMP() + ? WHERE `Name` = ? AND `Owner` = ?',
      [lease, name, owner],
    );
  } catch {
    // The next renewal comes well before the lease ends.
  }
}
